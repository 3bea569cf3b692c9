import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query } from '#contract/endpoint.ts';
import type { searchListings } from '#contract/listings/listings.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { allCities, citiesAround, stateCodeOf } from '#server/places/cities.ts';

/** Where listings are sent from (S13): of a state, of some cities, or of both. */
export interface PlaceFilter {
  /** The first two digits of the codes of the state's cities. */
  stateCode: number | null;
  cityIds: readonly number[] | null;
  /** The same for the same place. */
  key: string;
}

type PlaceQuery = Pick<Query<typeof searchListings>, 'state' | 'city' | 'radius' | 'sort'>;

/**
 * The filter by place of a query; null when it limits nothing.
 * @throws `invalid_request` for an unknown city, and for a distance or the order by it without a city
 */
export async function readPlace(ctx: Ctx, query: PlaceQuery): Promise<PlaceFilter | null> {
  const { state, city, radius, sort } = query;
  const { byId, codeOf } = await allCities(ctx);
  const errors: FieldErrors = {};
  if (city !== undefined && !byId.has(city)) errors.city = 'Esta cidade não existe. Escolha uma da lista.';
  else if (city === undefined && radius !== undefined)
    errors.city = 'Escolha de que cidade a distância é contada.';
  else if (city === undefined && sort === 'mais-perto')
    errors.city = 'Escolha uma cidade para ver o que está mais perto.';
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  const isUnlimited = city === undefined || radius === 'any';
  if (state === undefined && isUnlimited) return null;
  return {
    stateCode: state === undefined ? null : codeOf.get(state)!,
    cityIds: isUnlimited ? null : radius === undefined ? [city] : await citiesWithin(ctx, city, radius),
    key: [state, isUnlimited ? '' : city, isUnlimited ? '' : radius].join(' '),
  };
}

async function citiesWithin(ctx: Ctx, city: number, radius: number): Promise<number[]> {
  const { ids, km } = await citiesAround(ctx, city);
  const beyond = km.findIndex((distance) => distance > radius);
  return [...(beyond === -1 ? ids : ids.subarray(0, beyond))];
}

/** SQL condition: the city is in the place. In the form of the indexes `listings_city` and `listings_state`. */
export function inPlace({ stateCode, cityIds }: PlaceFilter, city: RawBuilder<unknown>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [];
  if (stateCode !== null) all.push(sql`${stateCodeIn(city)} = ${stateCode}`);
  if (cityIds !== null)
    all.push(
      cityIds.length === 1
        ? sql`${city} = ${cityIds[0]}`
        : sql`${city} = any(${`{${cityIds.join(',')}}`}::int[])`,
    );
  return sql.join(all, sql` and `);
}

/** SQL: the state's part of a city's code. */
export function stateCodeIn(city: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${city} / 100000)`;
}

/** Whether a city is in the place. */
export function testOf({ stateCode, cityIds }: PlaceFilter): (id: number) => boolean {
  const cities = cityIds && new Set(cityIds);
  return (id) => (stateCode === null || stateCodeOf(id) === stateCode) && (cities === null || cities.has(id));
}
