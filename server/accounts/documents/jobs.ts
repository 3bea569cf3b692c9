import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { discardFiles } from '#server/files/orphaned-files.ts';
import { currentRules } from '#server/settings/queries.ts';
import { askProvider } from './provider.ts';

const batch = 100;
const everyMs = 60_000;

/** Ends approvals after their last day, and level N3 with them; the person is notified. */
const expireDocuments: Sweep = {
  name: 'accounts.expire-documents',
  everyMs,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows: due } = await sql<{ id: number; userId: number }>`
        select id, user_id as "userId" from document_checks where state = 'approved'
          and valid_until < (market_now() at time zone 'America/Sao_Paulo')::date
        order by valid_until limit ${batch}`.execute(tx);
      const people = due.map(({ userId }) => userId).toSorted((one, other) => one - other);
      // The person before the sending, as decisions lock them.
      await sql`select from users where id = any(${people}) order by id for no key update`.execute(tx);
      const { rows } = await sql<{ userId: number }>`
        update document_checks set state = 'expired' where id = any(${due.map(({ id }) => id)}) and state = 'approved'
        returning user_id as "userId"`.execute(tx);
      await sql`update users set level_granted_at = null
        where id = any(${rows.map(({ userId }) => userId)}) and level_granted_at is not null`.execute(tx);
      for (const { userId: id } of rows)
        await record(tx, { kind: 'account.documents_expired', actor: null, subject: { kind: 'user', id } });
      return due.length;
    }),
};

/** Deletes the files of decided documents when their time is over; the row of a file holds the only key to it. */
const removeDecidedFiles: Sweep = {
  name: 'accounts.remove-document-files',
  everyMs,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { filesDays } = (await currentRules(ctx.db, tx)).rules.documents;
      const { rows } = await sql<{ keys: string[] }>`
        with due as (
          update document_checks set files_removed_at = market_now() where id in (
            select id from document_checks where files_removed_at is null
              and decided_at < market_now() - ${filesDays}::int * interval '1 day'
            order by decided_at limit ${batch} for update skip locked)
          returning id),
        gone as (delete from document_files f using due where f.check_id = due.id returning f.check_id, f.key)
        select array(select key from gone where check_id = due.id) as keys from due`.execute(tx);
      await discardFiles(
        tx,
        rows.flatMap(({ keys }) => keys),
      );
      return rows.length;
    }),
};

/** Deletes uploaded files that were not sent within a day. */
const deleteUnsentFiles: Sweep = {
  name: 'accounts.forget-document-files',
  everyMs: 10 * 60_000,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ key: string }>`
        delete from document_files where id in (select id from document_files where check_id is null
            and created_at < market_now() - interval '1 day' order by id limit ${batch} for update skip locked)
        returning key`.execute(tx);
      await discardFiles(
        tx,
        rows.map(({ key }) => key),
      );
      return rows.length;
    }),
};

export const documentSweeps = [askProvider, expireDocuments, removeDecidedFiles, deleteUnsentFiles];
