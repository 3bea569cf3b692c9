import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { priceSteps } from '#contract/listings/listings.ts';
import type { Ctx } from '#server/context.ts';
import { choicesIn, deliveriesOfListing, hasDelivery } from './filters/deliveries.ts';
import type { Deliveries } from './filters/deliveries.ts';
import { conditions, noFilter, filterable, hasAny, planHint } from './filter.ts';
import type { Filter } from './filter.ts';
import { stateCodeIn } from './filters/place.ts';
import { maxPostingsRead, frequentWords, postingsWithAll } from './postings.ts';

/** At most so many listings are read to count the choices; beyond it the counts are scaled from a sample. */
export const sampleSize = 2_000;

/** Counts of the choices of a filter, from a sample of its words, category, seller and place. */
export interface Sample {
  /** How many listings were read; `sampleSize` + 1 means that there are more. */
  size: number;
  /** About how many listings it represents, if known; otherwise the planner estimates it. */
  total?: number;
  /** How many listings of the sample pass all filters. */
  chosen: number;
  /** The count of each choice under the filters of the other groups; a choice may come in several parts. */
  counts: readonly { facet: string; value: string; count: number }[];
}

/** SQL: the number of the price step in `priceSteps`, from 1. */
export function bucketOf(price: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`width_bucket(${price}, ${sql.lit(`{${priceSteps.join(',')}}`)}::bigint[])`;
}

/** The filter without the groups of choices. */
export function baseOf({ words, categoryScope, category, seller, place, away }: Filter): Filter {
  return { ...noFilter, words, categoryScope, category, seller, place, away };
}

/**
 * Reads at most 2,001 rows once and counts every group over them, each without its own filter: 3 ms for a thousand
 * listings or a million.
 */
export async function readSample(ctx: Ctx, filter: Filter): Promise<Sample> {
  const { from, deliveries } = await sampleSource(ctx, baseOf(filter));
  const marks = filterColumns(filter, deliveries);
  const all = sql.join(
    marks.map(({ name }) => name),
    sql` and `,
  );
  const allExcept = (name: string) =>
    sql.join(
      [sql`true`, ...marks.filter((mark) => mark.group !== name).map((mark) => mark.name)],
      sql` and `,
    );
  const groups = [
    sql`select '' as facet, '' as value, count(*)::int as count from sample`,
    sql`select 'chosen', '', count(*)::int from sample where ${all}`,
    sql`select 'category', category_id::text, count(*)::int from sample where ${all} group by 2`,
    sql`select 'deliveries', deliveries::text, count(*)::int from sample where ${allExcept('delivery')} group by 2`,
    sql`select 'price', ${bucketOf(sql`price_cents`)}::text, count(*)::int
      from sample where ${allExcept('price')} group by 2`,
    sql`select 'verified', 'true', count(*)::int from sample where seller_verified and ${allExcept('verified')}`,
    sql`select 'stars', seller_stars::text, count(*)::int from sample where seller_stars > 0 and ${allExcept('stars')} group by 2`,
    sql`select 'state', ${stateCodeIn(sql`city_id`)}::text, count(*)::int
      from sample where city_id is not null and ${all} group by 2`,
    ...filterable(filter.category).map(
      ({ key }) => sql`select ${`=${key}`}, attributes ->> ${key}, count(*)::int
        from sample where attributes ? ${key} and ${allExcept(`=${key}`)} group by 2`,
    ),
  ];
  const { rows } = await sql<{ facet: string; value: string; count: number }>`
    ${planHint(filter)} with sample as materialized (
      select l.category_id, ${deliveries} as deliveries, l.price_cents, l.seller_verified, l.seller_stars, l.city_id, l.attributes,
        ${sql.join(marks.map(({ name, condition }) => sql`${condition} as ${name}`))}
      from ${from} limit ${sql.lit(sampleSize + 1)})
    ${sql.join(groups, sql` union all `)}`.execute(ctx.db);
  const size = rows[0]!.count;
  const [rarest] = (await frequentWords(ctx, filter)) ?? [];
  // A scan that stopped at the limit before the end of its word saw only a part of the listings.
  const of =
    rarest && size <= sampleSize
      ? Math.round((size * Math.max(rarest.listings, maxPostingsRead)) / maxPostingsRead)
      : null;
  return {
    size,
    chosen: rows[1]!.count,
    counts: rows.slice(2).flatMap(splitDeliveries),
    ...(of !== null && { total: of }),
  };
}

/** A listing counts for each way of delivery that it has. */
function splitDeliveries(part: Sample['counts'][number]): Sample['counts'] {
  return part.facet === 'deliveries' ? countDeliveries(Number(part.value), part.count) : [part];
}

/** The parts of the counts of deliveries that listings with this number add. */
export function countDeliveries(deliveries: Deliveries, count: number): Sample['counts'] {
  return choicesIn(deliveries).map((value) => ({ facet: 'delivery', value, count }));
}

/** Each group's own filter as a column of the sample. */
function filterColumns(
  { priceMin, priceMax, delivery, verified, stars, attributes }: Filter,
  deliveries: RawBuilder<unknown>,
) {
  return [
    {
      group: 'price',
      name: sql.ref('fits_price'),
      condition: sql`(l.price_cents between ${priceMin ?? 0}::bigint and ${priceMax ?? Number.MAX_SAFE_INTEGER}::bigint)`,
    },
    {
      group: 'delivery',
      name: sql.ref('fits_delivery'),
      condition: delivery.length === 0 ? sql`true` : sql`(${hasDelivery(delivery, deliveries)})`,
    },
    {
      group: 'verified',
      name: sql.ref('fits_verified'),
      condition: verified ? sql`l.seller_verified` : sql`true`,
    },
    {
      group: 'stars',
      name: sql.ref('fits_stars'),
      condition: stars === null ? sql`true` : sql`(l.seller_stars >= ${stars})`,
    },
    ...attributes.map((attribute, index) => ({
      group: `=${attribute.key}`,
      name: sql.ref(`fits_${index}`),
      condition: hasAny(attribute),
    })),
  ];
}

interface SampleSource {
  /** SQL: rows named `l`. */
  from: RawBuilder<unknown>;
  /** SQL: their number of `delivery_choices`. */
  deliveries: RawBuilder<unknown>;
}

/** The rows to sample: for frequent words the best ones, from their postings. */
async function sampleSource(ctx: Ctx, base: Filter): Promise<SampleSource> {
  const frequent = await frequentWords(ctx, base);
  if (!frequent) return { from: sql`listings l where ${conditions(base)}`, deliveries: deliveriesOfListing };
  const best = postingsWithAll(frequent, base, sampleSize + 1);
  // Only the attributes need the listing itself.
  if (filterable(base.category).length > 0)
    return {
      from: sql`${best} best join listings l on l.id = best.listing_id and l.state = 'published'`,
      deliveries: sql`best.deliveries`,
    };
  return {
    from: sql`(select category_id, deliveries, price_cents, seller_verified, seller_stars, city_id,
      '{}'::jsonb as attributes from ${best} best) l`,
    deliveries: sql`l.deliveries`,
  };
}
