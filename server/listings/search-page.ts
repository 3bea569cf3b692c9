import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListingCard, ListingSort } from '#contract/listings.ts';
import { cached } from '#server/cache.ts';
import type { CacheShape } from '#server/cache.ts';
import type { Ctx } from '#server/context.ts';
import { cardColumns, cardsOf } from './cards.ts';
import { readCursor, writeCursor } from './search-cursor.ts';
import {
  conditions,
  conditionsWithoutCategory,
  isBranchOnly,
  keyOf,
  planning,
  standsOn,
} from './search-filter.ts';
import type { Filter } from './search-filter.ts';
import { frequentWords, walk } from './search-postings.ts';
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

interface Ranking {
  ids: number[];
  scores: number[];
}

const kept: CacheShape = { name: 'listings.rankings', maxEntries: 500, forMs: 5_000 };
/** Most people see one page: the whole ranking is made when somebody turns it. More than the longest page has. */
const firstHits = 100;
const rankedHits = 2_000;

/** The ranking is made once and kept for seconds; each page then reads its cards by id. */
async function rankedPage(ctx: Ctx, { filter, sort, after, limit }: Wanted, words: Words): Promise<Page> {
  const last = readCursor(after, sort, 2);
  const depth = last ? rankedHits : firstHits;
  const { ids, scores } = await cached(ctx, kept, `${depth} ${keyOf(filter)}`, () =>
    rank(ctx, filter, words, depth),
  );
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

/** From the postings when all words are frequent and enough titles have them all; otherwise from the hits. */
async function rank(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Ranking> {
  const frequent = await frequentWords(ctx, filter);
  const walked = frequent && (await rankPostings(ctx, walk(frequent, filter, depth)));
  return walked && walked.ids.length >= firstHits ? walked : rankHits(ctx, filter, words, depth);
}

async function rankPostings(ctx: Ctx, best: RawBuilder<unknown>): Promise<Ranking> {
  const { rows } = await sql<Ranking>`
    select coalesce(array_agg(listing_id), '{}') as ids, coalesce(array_agg(score), '{}') as scores
    from ${best} best`.execute(ctx.db);
  return rows[0]!;
}

/** Standing on the shelf that was named is worth a little more than a word of the title. */
const shelfRank = 0.3;

/**
 * Ranking reads every hit, so of many it reads the best exposed and newest 2,000: the title weighs five times the
 * description, and a plan a quarter more for each step.
 */
async function rankHits(ctx: Ctx, filter: Filter, words: Words, depth: number): Promise<Ranking> {
  const { rows } = await sql<Ranking>`
    ${planning(filter)} with hits as (
      select l.id, l.exposure, l.search, ${filter.shelf ? sql`(${standsOn(filter.shelf)})` : sql`false`} as on_shelf
      from listings l where ${conditions(filter)}
      order by l.exposure desc, l.published_at desc, l.id desc limit ${sql.lit(rankedHits)}),
    ranked as (
      select id, ((ts_rank_cd('{0.1, 0.2, 0.4, 1}', search, ${words.tsquery}::tsquery, 1)
          + case when on_shelf then ${sql.lit(shelfRank)}::real else 0 end)
        * 10000 * (1 + 0.25 * exposure))::int as score from hits
      order by score desc, id desc limit ${sql.lit(depth)})
    select coalesce(array_agg(id order by score desc, id desc), '{}') as ids,
      coalesce(array_agg(score order by score desc, id desc), '{}') as scores from ranked`.execute(ctx.db);
  return rows[0]!;
}
