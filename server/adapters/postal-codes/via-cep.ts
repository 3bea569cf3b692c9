import { addressSizes } from '#domain/addresses/addresses.ts';
import { isState } from '#domain/addresses/states.ts';
import { oneLine } from '#domain/text/lines.ts';
import { lookupTimeoutMs } from './postal-code-lookup.ts';
import type { PostalCodeLookup } from './postal-code-lookup.ts';

/**
 * Postal codes by ViaCEP (https://viacep.com.br), or by a service that replies alike. It needs no account and gets
 * nothing but the postal code.
 * @param baseUrl without a slash at the end
 */
export function createViaCep({ baseUrl }: { baseUrl: string }): PostalCodeLookup {
  return {
    name: 'viacep',
    async find(postalCode) {
      const answer = await fetch(`${baseUrl}/ws/${postalCode}/json/`, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(lookupTimeoutMs),
      });
      if (!answer.ok) throw new Error(`postal codes: ViaCEP answered ${answer.status}`);
      return placeOf((await answer.json()) as unknown);
    },
  };
}

function placeOf(reply: unknown) {
  if (typeof reply !== 'object' || reply === null) throw new Error('postal codes: ViaCEP sent no object');
  const fields = reply as Record<string, unknown>;
  // It was a boolean in earlier versions, and is a text now.
  if (String(fields.erro) === 'true') return null;
  const text = (name: string, max: number) => {
    const value = fields[name];
    const line = typeof value === 'string' ? oneLine(value) : '';
    return line.length <= max ? line : '';
  };
  const state = text('uf', 2);
  const city = text('localidade', addressSizes.city);
  if (!isState(state) || city === '') throw new Error('postal codes: ViaCEP sent no city and state');
  const cityCode = text('ibge', 7);
  return {
    street: text('logradouro', addressSizes.street),
    district: text('bairro', addressSizes.district),
    city,
    cityCode: /^[1-9]\d{6}$/.test(cityCode) ? Number(cityCode) : null,
    state,
  };
}
