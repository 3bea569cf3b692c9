import { sql } from 'kysely';
import type { City } from '#domain/places/places.ts';
import { fold } from '#domain/text/fold.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';

interface KnownCity extends City {
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
      select id, name, state::text, is_capital as "isCapital", folded
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

function presentCity({ id, name, state }: City): City {
  return { id, name, state };
}
