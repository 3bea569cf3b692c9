import { sql } from 'kysely';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { recentCardsOf } from '#server/listings/cards.ts';
import type { FullCard } from '#server/listings/cards.ts';
import { exceptOf } from '#server/listings/vacations/away.ts';
import { citiesAround } from '#server/places/cities.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { conditions, isBranchOnly, keyOf, planHint } from './filter.ts';
import type { Filter } from './filter.ts';
import { testOf } from './filters/place.ts';

const sort = 'mais-perto';

/** A listing's place in the order: how many cities are nearer than its own, and when it was published. */
interface Ranked {
  id: number;
  rank: number;
  publishedUs: number;
}

/** The page is the order of a few seconds ago; its cards are at most a second old. */
const orderCache: CacheShape = { name: 'listings.nearest', maxEntries: 500, ttlMs: 5_000 };

/**
 * A page of listings by the distance of their city from the filter's `origin`, then the newest first; those without a
 * city come last.
 */
export async function nearestPage(
  ctx: Ctx,
  { filter, after, limit }: { filter: Filter; after: string | undefined; limit: number },
): Promise<{ items: FullCard[]; next: string | null }> {
  const last = readCursor(after, sort, 3)?.key ?? null;
  const key = [filter.origin, limit, after ?? '', keyOf(filter)].join(' ');
  const found = await cached(ctx, orderCache, key, () => readOrder(ctx, filter, { last, rows: limit + 1 }));
  const shown = found.slice(0, limit);
  const items = await recentCardsOf(
    ctx,
    shown.map(({ id }) => id),
  );
  const end = shown.at(-1);
  const next =
    end && found.length > limit
      ? writeCursor(sort, { key: [end.rank, end.publishedUs, end.id], top: [] })
      : null;
  return { items, next };
}

interface Part {
  /** Rank, microseconds and id of the last row of the page before. */
  last: readonly number[] | null;
  rows: number;
}

type RankedCity = Pick<Ranked, 'id' | 'rank'>;

/** Cities of a first read; each further one has four times as many. */
const firstCities = 8;

/** The first rows after the last page: cities are read from the nearest on until there are enough. */
async function readOrder(ctx: Ctx, filter: Filter, part: Part): Promise<Ranked[]> {
  const [{ ids }, onSale] = await Promise.all([citiesAround(ctx, filter.origin!), citiesOnSale(ctx)]);
  const passes = filter.place ? testOf(filter.place) : () => true;
  const from = part.last?.[0] ?? 0;
  const cities: RankedCity[] = [];
  for (let rank = from; rank < ids.length; rank += 1)
    if (onSale.has(ids[rank]!) && passes(ids[rank]!)) cities.push({ id: ids[rank]!, rank });
  const anyPlace = { ...filter, place: null };
  const isWide = filter.category === null && filter.delivery.length === 0 && isBranchOnly(anyPlace);
  const rows: Ranked[] = [];
  let size = isWide ? firstCities : Math.max(1, cities.length);
  for (let start = 0; start < cities.length && rows.length < part.rows; size *= 4) {
    const some = cities.slice(start, start + size);
    rows.push(
      ...(isWide
        ? await readEachCity(ctx, some, { ...part, away: filter.away })
        : await readCities(ctx, anyPlace, some, part)),
    );
    start += size;
  }
  if (rows.length < part.rows && filter.place === null)
    rows.push(...(await readWithoutCity(ctx, anyPlace, ids.length, part)));
  return rows.slice(0, part.rows);
}

const publishedUs = sql`(date_part('epoch', l.published_at) * 1000000)::bigint as "publishedUs"`;
const newestFirst = sql`l.published_at desc, l.id desc`;

function isOlder([, us, id]: readonly number[]) {
  return sql`(l.published_at, l.id) < ('epoch'::timestamptz + ${us}::bigint * interval '1 microsecond', ${id}::bigint)`;
}

function rankedCities(cities: readonly RankedCity[]) {
  return sql`unnest(${`{${cities.map(({ id }) => id).join(',')}}`}::int[],
    ${`{${cities.map(({ rank }) => rank).join(',')}}`}::int[]) q (city, rank)`;
}

/** Without other filters: the newest of each city, by the index `listings_city`. */
async function readEachCity(
  ctx: Ctx,
  cities: readonly RankedCity[],
  { last, rows: most, away }: Part & Pick<Filter, 'away'>,
) {
  const after = last ? sql`and (q.rank > ${last[0]}::int or ${isOlder(last)})` : sql``;
  const { rows } = await sql<Ranked>`
    select l.id, q.rank, ${publishedUs} from ${rankedCities(cities)} cross join lateral (
      select l.id, l.published_at from listings l where l.state = 'published' and l.city_id = q.city ${exceptOf(away)} ${after}
      order by ${newestFirst} limit ${sql.lit(most)}) l
    order by q.rank, ${newestFirst} limit ${sql.lit(most)}`.execute(ctx.db);
  return rows;
}

/** With other filters: all that pass, by the index of those filters, sorted. */
async function readCities(
  ctx: Ctx,
  filter: Filter,
  cities: readonly RankedCity[],
  { last, rows: most }: Part,
) {
  const after = last ? sql`and (q.rank > ${last[0]}::int or ${isOlder(last)})` : sql``;
  const { rows } = await sql<Ranked>`${planHint(filter)}
    select l.id, q.rank, ${publishedUs} from ${rankedCities(cities)} join listings l on l.city_id = q.city
    where ${conditions(filter)} ${after} order by q.rank, ${newestFirst} limit ${sql.lit(most)}`.execute(
    ctx.db,
  );
  return rows;
}

async function readWithoutCity(ctx: Ctx, filter: Filter, rank: number, { last, rows: most }: Part) {
  const after = last?.[0] === rank ? sql`and ${isOlder(last)}` : sql``;
  const { rows } = await sql<Ranked>`${planHint(filter)} select l.id, ${rank}::int as rank, ${publishedUs}
    from listings l where l.city_id is null and ${conditions(filter)} ${after}
    order by ${newestFirst} limit ${sql.lit(most)}`.execute(ctx.db);
  return rows;
}

/** A city's first listing is found by distance after at most five seconds. */
const onSaleCache: CacheShape = { name: 'listings.cities-on-sale', maxEntries: 1, ttlMs: 5_000 };

/** The cities of listings on sale, by one probe of the index for each. */
function citiesOnSale(ctx: Ctx): Promise<ReadonlySet<number>> {
  return cached(ctx, onSaleCache, 'all', async () => {
    const { rows } = await sql<{ city: number }>`
      with recursive found as (
        (select city_id as city from listings where state = 'published' and city_id is not null
          order by city_id limit 1)
        union all
        select (select l.city_id from listings l where l.state = 'published' and l.city_id > found.city
          order by l.city_id limit 1) from found where found.city is not null)
      select city from found where city is not null`.execute(ctx.db);
    return new Set(rows.map(({ city }) => city));
  });
}
