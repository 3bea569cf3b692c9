import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getClosing as endpoint } from '#contract/ledger/transparency.ts';
import { fail } from '#domain/errors.ts';
import type { Sweep } from '#server/background/worker.ts';
import type { Db, Queryable } from '#server/context.ts';

const lockNotAvailable = '55P03';
/** Hashing the journals of a day: a million take some seconds. */
const timeLimitMs = 600_000;
const hashesOnPage = 10_000;

/**
 * Closes each day of the ledger once it is over in São Paulo, and computes the root that is published (N10). Writers of
 * money wait while the range of journals is read; one that takes longer than a second is left to the next run.
 */
export const closeLedger: Sweep = {
  name: 'ledger.close',
  everyMs: 60_000,
  async run({ db }) {
    await closeDays(db);
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
      await sql`select money.root_closing()`.execute(tx);
    });
    return 0;
  },
};

async function closeDays(db: Db): Promise<void> {
  try {
    await sql`select money.close_days()`.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
  }
}

export interface Closing {
  number: number;
  day: string;
  closedAt: string;
  journals: number;
  root: string;
}

interface ClosingRow extends Omit<Closing, 'closedAt'> {
  closedAt: Date;
}

const closingColumns = sql`c.n as number, c.day::text, c.closed_at as "closedAt", c.journals, encode(c.root, 'hex') as root`;

/** The newest closings that have a root, the newest first. */
export async function newestClosings(db: Queryable, count: number): Promise<Closing[]> {
  const { rows } = await sql<ClosingRow>`
    select ${closingColumns} from money.closings c where c.root is not null order by c.n desc limit ${count}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, closedAt: row.closedAt.toISOString() }));
}

/**
 * A closing with the hashes of its journals as they are now.
 * @param after the number of the last journal of the page before
 * @throws `not_found` when the day has no root
 */
export async function readClosing(
  db: Queryable,
  day: string,
  after: number,
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<ClosingRow & { formerRoot: string | null; hashes: string[]; last: number }>`
    select ${closingColumns}, encode(former.root, 'hex') as "formerRoot", page.hashes, page.last
    from money.closings c left join money.closings former on former.n = c.n - 1,
      lateral (select coalesce(array_agg(encode(money.journal_hash(j.id, c.salt), 'hex') order by j.id), '{}') as hashes,
        max(j.id)::float8 as last
        from (select j.id from money.journals j
          where j.id between greatest(c.first_id, ${after + 1}::bigint) and c.last_id order by j.id limit ${hashesOnPage}) j) page
    where c.day::text = ${day} and c.root is not null`.execute(db);
  const [row] = rows;
  if (!row) return fail('not_found');
  const { last, ...found } = row;
  return {
    ...found,
    closedAt: row.closedAt.toISOString(),
    next: row.hashes.length === hashesOnPage ? last : null,
  };
}
