import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { priceSteps } from '#contract/listings/listings.ts';
import type { Ctx } from '#server/context.ts';
import { conditions, everything, filterable, hasAny, planning } from './filter.ts';
import type { Filter } from './filter.ts';
import { farthest, frequentWords, walk } from './postings.ts';

/** So many listings are looked at to count the choices; beyond it the counts are a sample's, scaled. */
export const sampleSize = 2_000;

/** What a sample of a filter's words, category and seller says of its other choices. */
export interface Sample {
  /** How many were looked at; one past `sampleSize` means that there are more. */
  size: number;
  /** About how many it stands for, where whoever took it knows; otherwise the planner is asked. */
  of?: number;
  /** How many of them all filters leave. */
  chosen: number;
  /** Each choice with how many the filters of the other groups leave it; one may come in several parts. */
  counts: readonly { facet: string; value: string; count: number }[];
}

/** Which of `priceSteps` a price has reached, from 1. */
export function bucketOf(price: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`width_bucket(${price}, ${sql.lit(`{${priceSteps.join(',')}}`)}::bigint[])`;
}

/** The filter without the groups whose choices are counted. */
export function baseOf({ words, shelf, category, seller }: Filter): Filter {
  return { ...everything, words, shelf, category, seller };
}

/**
 * Reads at most 2,001 rows once and counts every group over them, each without its own filter: 3 ms, whether a
 * thousand listings answer or a million.
 */
export async function sampleOf(ctx: Ctx, filter: Filter): Promise<Sample> {
  const marks = marksOf(filter);
  const all = sql.join(
    marks.map(({ name }) => name),
    sql` and `,
  );
  const but = (name: string) =>
    sql.join(
      [sql`true`, ...marks.filter((mark) => mark.group !== name).map((mark) => mark.name)],
      sql` and `,
    );
  const groups = [
    sql`select '' as facet, '' as value, count(*)::int as count from sample`,
    sql`select 'chosen', '', count(*)::int from sample where ${all}`,
    sql`select 'category', category_id::text, count(*)::int from sample where ${all} group by 2`,
    sql`select 'delivery', delivery_type, count(*)::int from sample where ${but('delivery')} group by 2`,
    sql`select 'price', ${bucketOf(sql`price_cents`)}::text, count(*)::int
      from sample where ${but('price')} group by 2`,
    sql`select 'verified', 'true', count(*)::int from sample where seller_verified and ${but('verified')}`,
    sql`select 'stars', seller_stars::text, count(*)::int from sample where seller_stars > 0 and ${but('stars')} group by 2`,
    ...filterable(filter.category).map(
      ({ key }) => sql`select ${`=${key}`}, attributes ->> ${key}, count(*)::int
        from sample where attributes ? ${key} and ${but(`=${key}`)} group by 2`,
    ),
  ];
  const { rows } = await sql<{ facet: string; value: string; count: number }>`
    ${planning(filter)} with sample as materialized (
      select l.category_id, l.delivery_type, l.price_cents, l.seller_verified, l.seller_stars, l.attributes,
        ${sql.join(marks.map(({ name, holds }) => sql`${holds} as ${name}`))}
      from ${await sourceOf(ctx, baseOf(filter))} limit ${sql.lit(sampleSize + 1)})
    ${sql.join(groups, sql` union all `)}`.execute(ctx.db);
  const size = rows[0]!.count;
  const [rarest] = (await frequentWords(ctx, filter)) ?? [];
  // A walk that ended before its word did has seen a part of what there is.
  const of =
    rarest && size <= sampleSize ? Math.round((size * Math.max(rarest.listings, farthest)) / farthest) : null;
  return { size, chosen: rows[1]!.count, counts: rows.slice(2), ...(of !== null && { of }) };
}

/** Each group's own filter as a column of the sample. */
function marksOf({ priceMin, priceMax, delivery, verified, stars, attributes }: Filter) {
  return [
    {
      group: 'price',
      name: sql.ref('fits_price'),
      holds: sql`(l.price_cents between ${priceMin ?? 0}::bigint and ${priceMax ?? Number.MAX_SAFE_INTEGER}::bigint)`,
    },
    {
      group: 'delivery',
      name: sql.ref('fits_delivery'),
      holds: delivery === null ? sql`true` : sql`(l.delivery_type = ${delivery})`,
    },
    {
      group: 'verified',
      name: sql.ref('fits_verified'),
      holds: verified ? sql`l.seller_verified` : sql`true`,
    },
    {
      group: 'stars',
      name: sql.ref('fits_stars'),
      holds: stars === null ? sql`true` : sql`(l.seller_stars >= ${stars})`,
    },
    ...attributes.map((attribute, index) => ({
      group: `=${attribute.key}`,
      name: sql.ref(`fits_${index}`),
      holds: hasAny(attribute),
    })),
  ];
}

/** The rows to look at: of frequent words the best ones, from their postings. */
async function sourceOf(ctx: Ctx, base: Filter): Promise<RawBuilder<unknown>> {
  const frequent = await frequentWords(ctx, base);
  if (!frequent) return sql`listings l where ${conditions(base)}`;
  const best = walk(frequent, base, sampleSize + 1);
  // Only the attributes need the listing itself.
  if (filterable(base.category).length > 0)
    return sql`${best} best join listings l on l.id = best.listing_id and l.state = 'published'`;
  return sql`(select category_id, case when automatic then 'automatic' else 'manual' end as delivery_type,
    price_cents, seller_verified, seller_stars, '{}'::jsonb as attributes from ${best} best) l`;
}
