import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { SmsSender } from './sms-sender.ts';

/** Numbers with this ending cannot be reached, which simulates a failure. */
const unreachable = /0000$/;

/** Stores text messages in the database, which /dev shows. */
export function createSmsSimulator(db: Kysely<DB>): SmsSender {
  return {
    name: 'simulator',
    async send({ to, text }) {
      if (unreachable.test(to)) throw new Error('sms: the number cannot be reached');
      await sql`insert into text_messages (phone, body) values (${to}, ${text})`.execute(db);
    },
    async check() {},
  };
}
