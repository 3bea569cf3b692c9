import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import { distanceKm } from '#domain/places/places.ts';
import type { City, Coordinates } from '#domain/places/places.ts';
import { fold } from '#domain/text/fold.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';

interface KnownCity extends City, Coordinates {
  isCapital: boolean;
  folded: string;
}

export interface Cities {
  byId: ReadonlyMap<number, KnownCity>;
  /** In the order of their folded names. */
  all: readonly KnownCity[];
}

/** The table changes by migrations only; 5,571 cities are about 1 MB. */
const citiesCache: CacheShape = { name: 'places.cities', maxEntries: 1, ttlMs: 3_600_000 };

/** All municipalities. */
export function allCities(ctx: Ctx): Promise<Cities> {
  return cached(ctx, citiesCache, 'all', async () => {
    const { rows } = await sql<KnownCity>`
      select id, name, state::text, latitude, longitude, is_capital as "isCapital", folded
      from cities order by folded collate "C", state`.execute(ctx.db);
    return { all: rows, byId: new Map(rows.map((city) => [city.id, city])) };
  });
}

const maxCities = 10;

/**
 * Municipalities whose name begins with the words, exact names first, then capitals. «belém, pa» limits them to a state,
 * and a code of IBGE finds its own.
 */
export async function citiesNamed(ctx: Ctx, query: string): Promise<City[]> {
  const [name = '', state = ''] = query
    .split(/[,/]/)
    .map((part) => fold(part).replaceAll(/\s+/g, ' ').trim());
  if (name === '') return [];
  const { all, byId } = await allCities(ctx);
  if (/^\d{7}$/.test(name))
    return [byId.get(Number(name))].filter((city) => city !== undefined).map(presentCity);
  const found = all.filter(
    (city) => city.folded.startsWith(name) && city.state.toLowerCase().startsWith(state),
  );
  const rank = (city: KnownCity) => Number(city.folded === name) * 2 + Number(city.isCapital);
  return found
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, maxCities)
    .map(presentCity);
}

/** Every municipality with its distance from this one in kilometres, the nearest first; the id decides between equals. */
export function citiesAround(ctx: Ctx, id: number): Promise<readonly { id: number; km: number }[]> {
  return cached(ctx, aroundCache, String(id), async () => {
    const { all, byId } = await allCities(ctx);
    const centre = byId.get(id) ?? fail('not_found');
    return all
      .map((city) => ({ id: city.id, km: distanceKm(centre, city) }))
      .toSorted((a, b) => a.km - b.km || a.id - b.id);
  });
}

/** A list is 0.3 MB and takes 5 ms to sort. */
const aroundCache: CacheShape = { name: 'places.around', maxEntries: 100, ttlMs: 3_600_000 };

function presentCity({ id, name, state }: City): City {
  return { id, name, state };
}
