import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { MailSender } from './mail-sender.ts';

/** A mailbox in the database, shown at /dev. */
export function createMailSimulator(db: Kysely<DB>): MailSender {
  return {
    name: 'simulator',
    async send({ to, subject, text, html, url }) {
      await sql`insert into mails (recipient, subject, text_body, html_body, url)
        values (${to}, ${subject}, ${text}, ${html}, ${url ?? null})`.execute(db);
    },
    async check() {},
  };
}
