import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import { batchWhileBusy } from '#server/concurrency/batch.ts';
import { asyncCommit } from '#server/database/async-commit.ts';
import type { Mail, MailSender } from './mail-sender.ts';

/** Stores e-mails in the database, which /dev shows. */
export function createMailSimulator(db: Kysely<DB>): MailSender {
  return { name: 'simulator', send: (mail) => deliver(db, mail), async check() {} };
}

const deliver = batchWhileBusy(async (db: Kysely<DB>, mails: Mail[]): Promise<void[]> => {
  const column = (name: keyof Mail) => mails.map((mail) => mail[name] ?? null);
  await sql`insert into mails (recipient, subject, text_body, html_body, url, notification_id)
    select mail.* from unnest(${column('to')}::text[], ${column('subject')}::text[], ${column('text')}::text[],
      ${column('html')}::text[], ${column('url')}::text[], ${column('notificationId')}::bigint[]) mail, ${asyncCommit}
    on conflict (notification_id) do nothing`.execute(db);
  return mails.map(() => undefined);
});
