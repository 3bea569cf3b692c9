import * as z from 'zod/mini';
import { states } from '#domain/addresses/states.ts';
import { endpoint } from '#contract/endpoint.ts';

/** A municipality by IBGE's code of seven digits. */
export const city = z.object({ id: z.int(), name: z.string(), state: z.enum(states) });

const chooseCity = 'Escolha uma cidade da lista.';

/** IBGE's code of a municipality in a body. */
export const cityId = z
  .int(chooseCity)
  .check(z.minimum(1_000_000, chooseCity), z.maximum(9_999_999, chooseCity));

export const listCities = endpoint({
  method: 'GET',
  path: '/public/cities',
  auth: 'public',
  mayUseReplica: true,
  summary:
    'Municipalities whose name begins with the words, ignoring accents, at most ten: exact names and capitals first. A code of IBGE finds its own.',
  query: z.strictObject({ query: z.string().check(z.maxLength(60, 'Use até 60 letras na busca.')) }),
  reply: z.object({ items: z.array(city) }),
});
