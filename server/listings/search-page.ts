import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListingCard, ListingSort } from '#contract/listings.ts';
import type { Ctx } from '#server/context.ts';
import { cardColumns, cardsOf } from './cards.ts';
import { readCursor, writeCursor } from './search-cursor.ts';
import { conditions, conditionsWithoutCategory, isBranchOnly, planning } from './search-filter.ts';
import type { Filter } from './search-filter.ts';
import { firstHits, hitsOf, rankedHits } from './search-hits.ts';
import type { Words } from './search-words.ts';

export interface Wanted {
  filter: Filter;
  sort: ListingSort;
  after: string | undefined;
  limit: number;
}

export interface Page {
  items: ListingCard[];
  next: string | null;
}

/** One page of cards in the order asked for. */
export function readPage(ctx: Ctx, wanted: Wanted): Promise<Page> {
  const { words } = wanted.filter;
  return wanted.sort === 'relevancia' && words ? rankedPage(ctx, wanted, words) : orderedPage(ctx, wanted);
}

/** A column of an index, its value as a whole number for the cursor, and that number as the column's type again. */
interface SortColumn {
  column: RawBuilder<unknown>;
  number: RawBuilder<unknown>;
  value: (number: number) => RawBuilder<unknown>;
}

const byId: SortColumn = whole('id', 'bigint');
/** Whole microseconds, PostgreSQL's own grain: a cursor in milliseconds would skip or repeat rows. */
const byTime: SortColumn = {
  column: sql`l.published_at`,
  // `date_part` gives a double, exact to the microsecond until 2038 and later; `extract` computes in slow numerics.
  number: sql`(date_part('epoch', l.published_at) * 1000000)::bigint`,
  value: (us) => sql`'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond'`,
};

/** Each order is an index of `listings`, read from where the last page ended. */
const orders: Record<ListingSort, { columns: readonly SortColumn[]; descending: boolean }> = {
  relevancia: { columns: [whole('exposure', 'smallint'), byTime, byId], descending: true },
  novos: { columns: [byTime, byId], descending: true },
  'menor-preco': { columns: [whole('price_cents', 'bigint'), byId], descending: false },
  'maior-preco': { columns: [whole('price_cents', 'bigint'), byId], descending: true },
  'mais-vendidos': { columns: [whole('sold', 'integer'), byId], descending: true },
};

function whole(name: string, type: string): SortColumn {
  const column = sql.ref(`l.${name}`);
  return { column, number: column, value: (number) => sql`${number}::${sql.raw(type)}` };
}

type OrderedRow = ListingCard & { key0: number; key1: number };

/** One more row than asked for tells whether there is a next page. */
async function orderedPage(ctx: Ctx, { filter, sort, after, limit }: Wanted): Promise<Page> {
  const { columns, descending } = orders[sort];
  const last = readCursor(after, sort, columns.length);
  const from = last
    ? sql`and (${sql.join(columns.map(({ column }) => column))}) ${descending ? sql`<` : sql`>`}
        (${sql.join(columns.map(({ value }, index) => value(last[index]!)))})`
    : sql``;
  const by = sql.join(columns.map(({ column }) => (descending ? sql`${column} desc` : column)));
  // Three page sizes are read and the rest is cut, so that few different statements are prepared.
  const rowsRead = limit <= 24 ? 25 : limit <= 48 ? 49 : 97;
  const end = sql`order by ${by} limit ${sql.lit(rowsRead)}`;
  const leaves = sort === 'relevancia' && isBranchOnly(filter) ? (filter.category?.leafIds ?? []) : [];
  // A branch is merged from the tops of its leaves, each a short walk of `listings_leaf_browse` alone, before any card
  // is read: 0.25 ms for 8 leaves, where «category = any(leaves)» walks `listings_browse` for 1.9 ms.
  const source =
    leaves.length > 1
      ? sql`(select l.id from unnest(${leaves}::bigint[]) leaf (id) cross join lateral (
          select l.id, l.exposure, l.published_at from listings l
          where l.category_id = leaf.id and ${conditionsWithoutCategory(filter)} ${from} ${end}) l ${end}) best
        join listings l on l.id = best.id join users u on u.id = l.seller_id`
      : sql`listings l join users u on u.id = l.seller_id where ${conditions(filter)} ${from}`;
  const { rows } = await sql<OrderedRow>`
    ${planning(filter)} select ${cardColumns}, ${columns[0]!.number} as key0, ${columns[1]!.number} as key1
    from ${source} ${end}`.execute(ctx.db);
  return cut(rows, limit, (row) =>
    writeCursor(sort, columns.length === 3 ? [row.key0, row.key1, row.id] : [row.key0, row.id]),
  );
}

function cut<T extends ListingCard>(rows: T[], limit: number, cursorOf: (row: T) => string): Page {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? cursorOf(items[limit - 1]!) : null };
}

/** The ranking is made once and kept for seconds; each page then reads its cards by id. */
async function rankedPage(ctx: Ctx, { filter, sort, after, limit }: Wanted, words: Words): Promise<Page> {
  const last = readCursor(after, sort, 2);
  const depth = last ? rankedHits : firstHits;
  const { ids, scores } = await hitsOf(ctx, filter, words, depth);
  const start = last ? positionAfter(ids, scores, last) : 0;
  const end = start + limit;
  const items = await cardsOf(ctx, ids.slice(start, end));
  return { items, next: end < ids.length ? writeCursor(sort, [scores[end - 1]!, ids[end - 1]!]) : null };
}

function positionAfter(ids: number[], scores: number[], [score, id]: number[]): number {
  const index = ids.findIndex(
    (each, place) => scores[place]! < score! || (scores[place] === score && each < id!),
  );
  return index === -1 ? ids.length : index;
}
