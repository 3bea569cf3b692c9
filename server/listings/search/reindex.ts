import { sql } from 'kysely';
import type { Sweep } from '#server/background/worker.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { indexText, indexVersion } from './language/index-text.ts';

/** Listings of one run: few, so that a purchase waits for none of their locks for long. */
const listingsAtOnce = 50;

/**
 * Indexes listings again: those whose text was changed by a statement that did not, and after an update of the code
 * all of them, the newest first, while searches go on (docs/search.md).
 */
export const indexListings: Sweep = {
  name: 'listings.search-index',
  everyMs: 1_000,
  batch: listingsAtOnce,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const stale = await takeStale(tx);
      if (stale.length > 0) return indexEach(tx, stale);
      const next = await takeNext(tx);
      return indexEach(tx, next);
    }),
};

/** Writes what is indexed of these listings. */
export async function indexEach(db: Queryable, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ id: number; title: string; description: string }>`
    select id, title, description from listings where id = any(${ids}::bigint[]) order by id
    for no key update`.execute(db);
  const indexed = rows.map(({ id, title, description }) => ({ id, search: indexText(title, description) }));
  await sql`update listings l set search = n.search::tsvector
    from jsonb_to_recordset(${JSON.stringify(indexed)}::jsonb) as n (id bigint, search text)
    where l.id = n.id and l.search is distinct from n.search::tsvector`.execute(db);
  return ids.length;
}

async function takeStale(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from search_stale where id in (select id from search_stale order by id limit ${listingsAtOnce}
      for update skip locked)
    returning listing_id as id`.execute(tx);
  return [...new Set(rows.map(({ id }) => id))];
}

/** The newest listings that the current code has not indexed yet; none when all are. */
async function takeNext(tx: Tx): Promise<number[]> {
  await sql`update search_index set version = ${indexVersion}, below_id = (select max(id) + 1 from listings)
    where version < ${indexVersion}`.execute(tx);
  const { rows } = await sql<{ ids: number[] }>`
    with place as (select below_id from search_index where below_id is not null for update skip locked),
    next as (select l.id from listings l, place where l.id < place.below_id order by l.id desc
      limit ${listingsAtOnce}),
    moved as (update search_index set below_id = (select min(id) from next) where below_id is not null
      and exists (select from place))
    select array(select id from next) as ids`.execute(tx);
  return rows[0]!.ids;
}

const indexingCache: CacheShape = { name: 'listings.indexing', maxEntries: 1, ttlMs: 5_000 };

/** Whether listings are still to be indexed by the current code; at most five seconds old. */
export function isIndexing(ctx: Ctx): Promise<boolean> {
  return cached(ctx, indexingCache, 'all', async () => {
    const { rows } = await sql<{ pending: boolean }>`
      select version < ${indexVersion} or below_id is not null as pending from search_index`.execute(ctx.db);
    return rows[0]?.pending ?? false;
  });
}
