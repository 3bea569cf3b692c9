import type { FieldErrors } from '#domain/errors.ts';
import { formatPostalCode, stateOfPostalCode } from './postal-codes.ts';
import { stateNames } from './states.ts';
import type { State } from './states.ts';

/** Addresses of one person (S03). PostgreSQL has the same number of slots. */
export const maxAddresses = 10;

/** Letters of each field. */
export const addressSizes = {
  label: 40,
  recipient: 80,
  street: 120,
  number: 10,
  complement: 60,
  district: 80,
  city: 80,
} as const;

/** What an address may be the default of. */
export const addressUses = ['receiving', 'sending'] as const;
export type AddressUse = (typeof addressUses)[number];

/** An address as a person wrote it. */
export interface AddressFields {
  /** What its owner calls it: «Casa». */
  label: string;
  recipient: string;
  /** E.164: `+5511987654321`. */
  phone: string;
  /** Eight digits. */
  postalCode: string;
  street: string;
  /** Null: the building has no number. */
  number: string | null;
  complement: string;
  district: string;
  city: string;
  state: State;
}

/** Whether two addresses are one door, however their owners write it: the same postal code, number and complement. */
export function isSamePlace(one: AddressFields, other: AddressFields): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf({ postalCode, number, complement }: AddressFields): string {
  return [postalCode, number ?? '', complement]
    .map((part) =>
      part
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
    )
    .join(' ');
}

export const missingNumber = 'Informe o número, ou marque «Sem número».';

/** What contradicts itself in an address whose fields are valid alone, by field (S03). */
export function addressErrors({
  postalCode,
  state,
}: Pick<AddressFields, 'postalCode' | 'state'>): FieldErrors {
  const actual = stateOfPostalCode(postalCode);
  if (actual === state) return {};
  const code = formatPostalCode(postalCode);
  if (actual === null) return { postalCode: `O CEP ${code} não existe. Confira os números.` };
  return {
    postalCode: `O CEP ${code} fica em outro estado: ${stateNames[actual]}. Corrija o CEP ou o estado.`,
  };
}
