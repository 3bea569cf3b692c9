import { setTimeout as sleep } from 'node:timers/promises';
import type { PostalCodePlace } from '#domain/addresses/postal-codes.ts';
import { lookupTimeoutMs } from './postal-code-lookup.ts';
import type { PostalCodeLookup } from './postal-code-lookup.ts';

/** Real postal codes; that of Tiradentes is the whole town's. */
const places: Readonly<Record<string, PostalCodePlace>> = {
  '01001000': { street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', cityCode: 3550308, state: 'SP' },
  '01310100': {
    street: 'Avenida Paulista',
    district: 'Bela Vista',
    city: 'São Paulo',
    cityCode: 3550308,
    state: 'SP',
  },
  '36325000': { street: '', district: '', city: 'Tiradentes', cityCode: 3168804, state: 'MG' },
  '66010000': {
    street: 'Avenida Presidente Vargas',
    district: 'Campina',
    city: 'Belém',
    cityCode: 1501402,
    state: 'PA',
  },
  '70150900': {
    street: 'Praça dos Três Poderes',
    district: 'Zona Cívico-Administrativa',
    city: 'Brasília',
    cityCode: 5300108,
    state: 'DF',
  },
  '80020310': {
    street: 'Rua XV de Novembro',
    district: 'Centro',
    city: 'Curitiba',
    cityCode: 4106902,
    state: 'PR',
  },
};

/** Postal codes with these endings are unknown, or get their reply too late. */
const unknown = /404$/;
const slow = /408$/;

/**
 * Knows a few postal codes, and is away for all others: a demonstration must not call the postal code of its visitor
 * unknown.
 */
export function createPostalCodeSimulator(): PostalCodeLookup {
  return {
    name: 'simulator',
    async find(postalCode) {
      if (slow.test(postalCode)) await sleep(lookupTimeoutMs, undefined, { ref: false });
      else if (unknown.test(postalCode)) return null;
      const place = places[postalCode];
      if (!place) throw new Error('postal codes: the simulator is away');
      return place;
    },
  };
}
