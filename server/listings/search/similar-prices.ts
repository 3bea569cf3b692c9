import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getSimilarPrices } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isOdd } from '#server/listings/odd-prices.ts';

type Prices = Reply<typeof getSimilarPrices>['prices'];

/** Of more the closest are asked. */
const closest = 60;
/** Of a longer title the longest words speak: half of eight are 70 questions at once, of twelve 924. */
const tellingWords = 8;

/**
 * What others ask now for what is like an own listing: of the same category, with at least half of the words
 * of its title, the closest by words and then by attributes. A price off the curve of these is left out, by the same
 * share as everywhere (L03). Null where fewer are left than say anything.
 */
export async function similarPrices(ctx: Ctx, viewer: Viewer, id: number): Promise<Prices> {
  const { outlierBps, fewestPrices } = (await currentRules(ctx.db)).rules.listings;
  const own = await readOwn(ctx, viewer, id);
  if (own.words.length === 0) return null;
  const words = own.words.toSorted((a, b) => b.length - a.length).slice(0, tellingWords);
  const { rows } = await sql<NonNullable<Prices>>`
    with found as materialized (
      select l.id, l.price_cents, l.attributes,
        (select count(*) from unnest(tsvector_to_array(ts_filter(l.search, '{a}'))) word
          where word = any(${words}::text[])) as shared
      from listings l
      where l.category_id = ${own.categoryId} and l.state = 'published' and l.seller_id <> ${viewer.id}
        and l.search @@ ${halfOf(words)}::tsquery),
    near as materialized (
      select price_cents from found
      order by shared desc, (select count(*) from jsonb_each_text(${JSON.stringify(own.attributes)}::jsonb) a
        where found.attributes ->> a.key = a.value) desc, id desc
      limit ${sql.lit(closest)}),
    band as (
      select floor(median * (10000 - ${outlierBps}) / 10000) as low_cents,
        ceil(median * (10000 + ${outlierBps}) / 10000) as high_cents
      from (select percentile_cont(0.5) within group (order by price_cents) as median from near) middle)
    select count(*)::int as listings, min(price_cents) as "lowCents", max(price_cents) as "highCents",
      round(percentile_cont(0.5) within group (order by price_cents))::int as "medianCents"
    from near, band p where not ${isOdd(sql`price_cents`)}`.execute(ctx.db);
  const prices = rows[0]!;
  return prices.listings >= fewestPrices ? prices : null;
}

/**
 * At least half of these words in a title, as one question: the index answers it before any row is read. Reading the
 * rows with any word and counting took twice as long.
 */
function halfOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':A`);
  return choices(quoted, Math.ceil(words.length / 2))
    .map((some) => `(${some.join(' & ')})`)
    .join(' | ');
}

/** Every choice of so many. */
function choices(words: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, place) =>
    choices(words.slice(place + 1), count - 1).map((rest) => [word, ...rest]),
  );
}

interface Own {
  categoryId: number | null;
  attributes: Record<string, string>;
  /** The folded words of its title. */
  words: string[];
}

async function readOwn(ctx: Ctx, viewer: Viewer, id: number): Promise<Own> {
  const { rows } = await sql<Own>`
    select l.category_id as "categoryId", l.attributes, tsvector_to_array(ts_filter(l.search, '{a}')) as words
    from listings l
    where l.id = ${id} and l.seller_id = ${viewer.id} and l.state <> 'removed'`.execute(ctx.db);
  return rows[0] ?? fail('not_found');
}
