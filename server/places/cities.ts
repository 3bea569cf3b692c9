import { sql } from 'kysely';
import type { State } from '#domain/addresses/states.ts';
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
  /** The first two digits of the codes of each state's cities. */
  codeOf: ReadonlyMap<State, number>;
}

/** The table changes by migrations only; 5,571 cities are about 1 MB. */
const citiesCache: CacheShape = { name: 'places.cities', maxEntries: 1, ttlMs: 3_600_000 };

/** All municipalities. */
export function allCities(ctx: Ctx): Promise<Cities> {
  return cached(ctx, citiesCache, 'all', async () => {
    const { rows } = await sql<KnownCity>`
      select id, name, state::text, latitude, longitude, is_capital as "isCapital", folded
      from cities order by folded collate "C", state`.execute(ctx.db);
    return {
      all: rows,
      byId: new Map(rows.map((city) => [city.id, city])),
      codeOf: new Map(rows.map((city) => [city.state, stateCodeOf(city.id)])),
    };
  });
}

/** The state's part of a code of IBGE. */
export function stateCodeOf(cityId: number): number {
  return Math.floor(cityId / 100_000);
}

/** Every municipality, from the nearest to the farthest; the code decides between equals. */
export interface CitiesAround {
  ids: Int32Array;
  /** The distance of each in kilometres. */
  km: Float64Array;
}

/** One is 67 kB and takes 5 ms to sort. */
const aroundCache: CacheShape = { name: 'places.around', maxEntries: 500, ttlMs: 3_600_000 };

export function citiesAround(ctx: Ctx, id: number): Promise<CitiesAround> {
  return cached(ctx, aroundCache, String(id), async () => {
    const { all, byId } = await allCities(ctx);
    const centre = byId.get(id) ?? fail('not_found');
    const sorted = all
      .map((city) => ({ id: city.id, km: distanceKm(centre, city) }))
      .toSorted((a, b) => a.km - b.km || a.id - b.id);
    return {
      ids: Int32Array.from(sorted, (city) => city.id),
      km: Float64Array.from(sorted, (city) => city.km),
    };
  });
}

/** The municipality of this name in the state, ignoring accents and case; undefined when there is none. */
export async function cityCalled(ctx: Ctx, name: string, state: State): Promise<City | undefined> {
  const folded = foldName(name);
  return (await allCities(ctx)).all.find((city) => city.folded === folded && city.state === state);
}

function foldName(name: string): string {
  return fold(name).replaceAll(/\s+/g, ' ').trim();
}

const maxCities = 10;

/**
 * Municipalities whose name begins with the words, exact names first, then capitals. «belém, pa» limits them to a state,
 * and a code of IBGE finds its own.
 */
export async function citiesNamed(ctx: Ctx, query: string): Promise<City[]> {
  const [name = '', state = ''] = query.split(/[,/]/).map(foldName);
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

export function presentCity({ id, name, state }: City): City {
  return { id, name, state };
}
