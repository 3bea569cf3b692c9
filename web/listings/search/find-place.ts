import { getPostalCode } from '#contract/addresses/addresses.ts';
import { listCities } from '#contract/places/places.ts';
import { parsePostalCode } from '#domain/addresses/postal-codes.ts';
import type { City } from '#domain/places/places.ts';
import type { Api } from '#web/api/api.ts';
import { ApiError } from '#web/api/api.ts';

export type FoundPlace = { city: City; problem: null } | { city: null; problem: string };

/** The city of a typed postal code or name, or what to do instead. */
export async function findPlace(api: Api, typed: string): Promise<FoundPlace> {
  const postalCode = parsePostalCode(typed);
  return postalCode === null ? findByName(api, typed) : findByPostalCode(api, postalCode);
}

const lookupIsAway = 'A busca de CEP não respondeu agora. Escolha a cidade pelo nome.';

/** @param postalCode eight digits */
export async function findByPostalCode(api: Api, postalCode: string): Promise<FoundPlace> {
  try {
    const found = await api(getPostalCode, { params: { postalCode } });
    // A code of IBGE finds its own city; without one, the name does.
    const name =
      found.cityCode === null ? found.city && `${found.city}, ${found.state}` : `${found.cityCode}`;
    return name ? await findByName(api, name) : { city: null, problem: lookupIsAway };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { city: null, problem: error.fields.postalCode ?? lookupIsAway };
  }
}

async function findByName(api: Api, name: string): Promise<FoundPlace> {
  const { items } = await api(listCities, { query: { query: name.slice(0, 60) } });
  const [city] = items;
  return city
    ? { city, problem: null }
    : { city: null, problem: 'Não achamos esta cidade. Escreva o nome dela e a sigla do estado, ou um CEP.' };
}
