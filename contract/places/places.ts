import * as z from 'zod/mini';
import { states } from '#domain/addresses/states.ts';
import { radiiKm } from '#domain/places/places.ts';
import type { RadiusKm } from '#domain/places/places.ts';
import { endpoint } from '#contract/endpoint.ts';

/** A municipality by IBGE's code of seven digits. */
export const city = z.object({ id: z.int(), name: z.string(), state: z.enum(states) });

const chooseCity = 'Escolha uma cidade da lista.';

/** IBGE's code of a municipality in a body. */
export const cityId = z
  .int(chooseCity)
  .check(z.minimum(1_000_000, chooseCity), z.maximum(9_999_999, chooseCity));

/** The same in a query string. */
export const cityText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{6}$/, 'Esta cidade não existe. Escolha uma da lista.')),
  z.transform(Number),
);

export const stateText = z.enum(states, 'Este estado não existe. Use a sigla, como PR.');

const radiusTexts = radiiKm.map(String) as `${RadiusKm}`[];

/** A distance from a city in kilometres; `any`: distances are measured and limit nothing. */
export const radiusText = z.pipe(
  z.enum(['any', ...radiusTexts], `Use ${radiiKm.join(', ')} ou any.`),
  z.transform((text) => (text === 'any' ? text : (Number(text) as RadiusKm))),
);

export const listCities = endpoint({
  method: 'GET',
  path: '/public/cities',
  auth: 'public',
  mayUseReplica: true,
  cacheSeconds: 3_600,
  summary:
    'Municipalities whose name begins with the words, ignoring accents, at most ten: exact names and capitals first. A code of IBGE finds its own.',
  query: z.strictObject({ query: z.string().check(z.maxLength(60, 'Use até 60 letras na busca.')) }),
  reply: z.object({ items: z.array(city) }),
});
