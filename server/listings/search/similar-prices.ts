import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getSimilarPrices } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { termsOf } from './language/query-text.ts';
import { currentRules } from '#server/settings/queries.ts';

type Prices = Reply<typeof getSimilarPrices>['prices'];

/** Only so many of the most similar listings are compared. */
const maxCompared = 60;
/** Only the longest words of a title count: half of eight words give 70 combinations, half of twelve 924. */
const maxWords = 8;
/** Sold-out listings read in a category, the newest: older prices say little about today's. */
const maxSoldOut = 500;

/**
 * Prices of other sellers' listings, on sale or sold out, that are similar to one's own: the same category and at least
 * half of the words of its title, ranked by words and then by attributes. The percentiles leave out a fifth at either
 * end, so that a few odd prices say nothing. Null when too few are similar.
 */
export async function similarPrices(ctx: Ctx, viewer: Viewer, id: number): Promise<Prices> {
  const { fewestPrices } = (await currentRules(ctx.db)).rules.listings;
  const own = await readOwn(ctx, viewer, id);
  if (own.words.length === 0) return null;
  const words = own.words.toSorted((a, b) => b.length - a.length).slice(0, maxWords);
  const isSimilar = sql`l.seller_id <> ${viewer.id} and l.search @@ ${atLeastHalfOf(words)}::tsquery`;
  const { rows } = await sql<NonNullable<Prices>>`
    with found as materialized (
      select l.id, l.price_cents, l.attributes, l.search from listings l
      where l.category_id = ${own.categoryId} and l.state = 'published' and ${isSimilar}
      union all
      select l.id, l.price_cents, l.attributes, l.search
      from (select * from listings where category_id = ${own.categoryId} and state = 'sold_out'
        order by id desc limit ${sql.lit(maxSoldOut)}) l where ${isSimilar}),
    near as materialized (
      select price_cents from found
      order by (select count(*) from unnest(tsvector_to_array(ts_filter(search, '{a,b}'))) word
        where word = any(${words}::text[])) desc,
        (select count(*) from jsonb_each_text(${JSON.stringify(own.attributes)}::jsonb) a
        where found.attributes ->> a.key = a.value) desc, id desc
      limit ${sql.lit(maxCompared)})
    select count(*)::int as listings,
      percentile_disc(0.2) within group (order by price_cents) as "lowCents",
      percentile_disc(0.8) within group (order by price_cents) as "highCents"
    from near`.execute(ctx.db);
  const prices = rows[0]!;
  return prices.listings >= fewestPrices ? prices : null;
}

/**
 * A `tsquery` for at least half of these words in a title: the index answers it before any row is read. Reading the rows
 * with any word and counting took twice as long.
 */
function atLeastHalfOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}':AB`);
  return combinations(quoted, Math.ceil(words.length / 2))
    .map((some) => `(${some.join(' & ')})`)
    .join(' | ');
}

/** All combinations of `count` words. */
function combinations(words: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, place) =>
    combinations(words.slice(place + 1), count - 1).map((rest) => [word, ...rest]),
  );
}

interface Own {
  categoryId: number | null;
  attributes: Record<string, string>;
  /** The normalized words of its title. */
  words: string[];
}

async function readOwn(ctx: Ctx, viewer: Viewer, id: number): Promise<Own> {
  const { rows } = await sql<Omit<Own, 'words'> & { title: string }>`
    select l.category_id as "categoryId", l.attributes, l.title from listings l
    where l.id = ${id} and l.seller_id = ${viewer.id} and l.state <> 'removed'`.execute(ctx.db);
  const { title, ...own } = rows[0] ?? fail('not_found');
  return { ...own, words: [...new Set(termsOf(title).flatMap(({ required }) => required ?? []))] };
}
