import { sql } from 'kysely';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ListingSort } from '#contract/listings/listings.ts';
import { batchPerTick } from '#server/concurrency/batch.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { bareColumns, cardsOf, recentCardsOf, withSellers } from '#server/listings/cards.ts';
import type { FullCard } from '#server/listings/cards.ts';
import { readLeafPage } from './leaf-pages.ts';
import type { OrderedRow } from './leaf-pages.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { promotedHits, promotedCards } from '#server/listings/promotion.ts';
import { conditions, conditionsWithoutCategory, isBranchOnly, keyOf, planHint } from './filter.ts';
import type { Filter } from './filter.ts';
import { firstHits, findHits, rankedHits } from './hits.ts';
import { nearestPage } from './nearest.ts';
import type { Words } from './words.ts';

export interface PageRequest {
  filter: Filter;
  sort: ListingSort;
  after: string | undefined;
  limit: number;
}

export interface Page {
  items: FullCard[];
  next: string | null;
}

/** One page of cards in the requested order. */
export function readPage(ctx: Ctx, request: PageRequest): Promise<Page> {
  const { filter, sort } = request;
  if (sort === 'mais-perto') return nearestPage(ctx, request);
  return sort === 'relevancia' && filter.words
    ? rankedPage(ctx, request, filter.words)
    : orderedPage(ctx, { ...request, sort });
}

/** A column of an index, its value as an integer for the cursor, and the conversion of that integer back. */
interface SortColumn {
  column: RawBuilder<unknown>;
  number: RawBuilder<unknown>;
  value: (number: number) => RawBuilder<unknown>;
}

const byId: SortColumn = integerColumn('id', 'bigint');
/** Microseconds, PostgreSQL's precision: a cursor in milliseconds would skip or repeat rows. */
const byTime: SortColumn = {
  column: sql`l.published_at`,
  // `date_part` gives a double, exact to the microsecond until 2038 and later; `extract` computes in slow numerics.
  number: sql`(date_part('epoch', l.published_at) * 1000000)::bigint`,
  value: (us) => sql`'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond'`,
};

const byExposure = integerColumn('exposure', 'smallint');
const byPrice = integerColumn('price_cents', 'bigint');

/** The first columns of the orders that also have an index for each leaf of the category tree. */
const leafColumns: ReadonlySet<SortColumn> = new Set([byExposure, byPrice]);

/** The orders by columns of listings. */
type IndexedSort = Exclude<ListingSort, 'mais-perto'>;

/** Each sort order has an index of `listings`, which is read from where the last page ended. */
const orders: Record<IndexedSort, { columns: readonly SortColumn[]; descending: boolean }> = {
  relevancia: { columns: [byExposure, byTime, byId], descending: true },
  novos: { columns: [byTime, byId], descending: true },
  'menor-preco': { columns: [byPrice, byId], descending: false },
  'maior-preco': { columns: [byPrice, byId], descending: true },
  'mais-vendidos': { columns: [integerColumn('sold', 'integer'), byId], descending: true },
};

/** A plan raises listings within a category (§4.5); in the whole market the newest come first. */
function orderOf({ category }: Filter, sort: IndexedSort): (typeof orders)[IndexedSort] {
  return sort === 'relevancia' && !category ? orders.novos : orders[sort];
}

function integerColumn(name: string, type: string): SortColumn {
  const column = sql.ref(`l.${name}`);
  return { column, number: column, value: (number) => sql`${number}::${sql.raw(type)}` };
}

/** Equal pages of one event loop iteration are one statement, and each caller gets the current listings. */
const readRows = batchPerTick((ctx: Ctx, statements: CompiledQuery<OrderedRow>[]) => {
  const reads = new Map<string, Promise<OrderedRow[]>>();
  return Promise.all(
    statements.map((statement) => {
      const key = JSON.stringify([statement.sql, statement.parameters]);
      const read = reads.get(key) ?? ctx.db.executeQuery(statement).then(({ rows }) => rows);
      reads.set(key, read);
      return read;
    }),
  );
});

type RowKeys = Pick<OrderedRow, 'id' | 'key0' | 'key1'>;

function keyOfRow({ key0, key1, id }: RowKeys, columns: number): number[] {
  return columns === 3 ? [key0, key1!, id] : [key0, id];
}

/**
 * The order of a page of one place or way of delivery, a few seconds old like a ranking; its cards are at most a second
 * old. Each place is another statement, planned for its values, which cost three times a page without a place; a way of
 * delivery passes over the listings without it.
 */
const orderCache: CacheShape = { name: 'listings.orders', maxEntries: 1_000, ttlMs: 5_000 };

async function readKeys(
  ctx: Ctx,
  filter: Filter,
  keys: readonly RawBuilder<unknown>[],
  source: RawBuilder<unknown>,
): Promise<RowKeys[]> {
  const { rows } = await sql<RowKeys>`
    ${planHint(filter)} select l.id, ${sql.join(keys)} ${source}`.execute(ctx.db);
  return rows;
}

/** A page in the order of an index, below the promoted cards of a first page. One extra row shows if more follow. */
async function orderedPage(
  ctx: Ctx,
  { filter, sort, after, limit }: PageRequest & { sort: IndexedSort },
): Promise<Page> {
  const { columns, descending } = orderOf(filter, sort);
  const last = readCursor(after, sort, columns.length);
  const above = !last && sort === 'relevancia' ? await promotedCards(ctx, filter, limit) : [];
  const top = last?.top ?? above.map(({ id }) => id);
  const from = last
    ? sql`and (${sql.join(columns.map(({ column }) => column))}) ${descending ? sql`<` : sql`>`}
        (${sql.join(columns.map(({ value }, index) => value(last.key[index]!)))})`
    : sql``;
  const by = sql.join(columns.map(({ column }) => (descending ? sql`${column} desc` : column)));
  // The last column is the id, which the card already has.
  const keys = columns.slice(0, -1).map(({ number }, index) => sql`${number} as ${sql.ref(`key${index}`)}`);
  // Only three limits are used and surplus rows are dropped, so that few different statements are prepared.
  const rowsRead = limit <= 24 ? 25 : limit <= 48 ? 49 : 97;
  const end = sql`order by ${by} limit ${sql.lit(rowsRead)}`;
  const below = top.length > 0 ? sql`and l.id <> all(${top}::bigint[])` : sql``;
  const hasLeafIndex = columns[0] !== undefined && leafColumns.has(columns[0]);
  const leaves = hasLeafIndex && isBranchOnly(filter) ? (filter.category?.leafIds ?? []) : [];
  const order = {
    key: JSON.stringify([sort, filter.delivery, rowsRead, last?.key]),
    columns: sql.join(columns.map(({ column }) => column)),
    end,
    conditions: sql`${conditionsWithoutCategory(filter)} ${from}`,
    keys: sql.join(keys),
  };
  const room = limit - above.length;
  const nextAfter = (found: readonly RowKeys[]) =>
    found.length > room ? writeCursor(sort, { key: keyOfRow(found[room - 1]!, columns.length), top }) : null;
  const source = sql`from listings l where ${conditions(filter)} ${below} ${from} ${end}`;
  if (filter.place || filter.delivery.length > 0) {
    const key = JSON.stringify([keyOf(filter), sort, rowsRead, last?.key, top]);
    const found = await cached(ctx, orderCache, key, () => readKeys(ctx, filter, keys, source));
    const ids = found.slice(0, room).map(({ id }) => id);
    return { items: [...above, ...(await recentCardsOf(ctx, ids))], next: nextAfter(found) };
  }
  const rows =
    leaves.length > 0
      ? await readLeafPage(ctx, { leaves, without: top, order })
      : await readRows(
          ctx,
          sql<OrderedRow>`${planHint(filter)} select ${bareColumns}, ${sql.join(keys)} ${source}`.compile(
            ctx.db,
          ),
        );
  return {
    items: [...above, ...(await withSellers(ctx, rows.slice(0, room)))],
    next: nextAfter(rows),
  };
}

/** A page of the ranking, which is cached for seconds; each page reads its cards by id. */
async function rankedPage(
  ctx: Ctx,
  { filter, sort, after, limit }: PageRequest,
  words: Words,
): Promise<Page> {
  const last = readCursor(after, sort, 2);
  const hits = await findHits(ctx, filter, words, last ? rankedHits : firstHits);
  const top = last?.top ?? (await promotedHits(ctx, hits, limit));
  const below = hits.ids.flatMap((id, place) => (top.includes(id) ? [] : { id, score: hits.scores[place]! }));
  const rest = last ? below.slice(positionAfter(below, last.key)) : below;
  const room = last ? limit : limit - top.length;
  const shown = rest.slice(0, room);
  const items = await cardsOf(ctx, [...(last ? [] : top), ...shown.map(({ id }) => id)]);
  const end = shown.at(-1);
  const next = end && rest.length > room ? writeCursor(sort, { key: [end.score, end.id], top }) : null;
  return { items, next };
}

interface Hit {
  id: number;
  score: number;
}

function positionAfter(hits: readonly Hit[], [score, id]: readonly number[]): number {
  const index = hits.findIndex((each) => each.score < score! || (each.score === score && each.id < id!));
  return index === -1 ? hits.length : index;
}
