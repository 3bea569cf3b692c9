import type { AddressFields } from './addresses.ts';
import { formatPostalCode } from './postal-codes.ts';

type Place = Omit<AddressFields, 'label' | 'recipient' | 'phone'>;

/** The place in the order of a Brazilian envelope: street, district, city and state, postal code. */
export function addressLines(place: Place): [street: string, district: string, city: string] {
  const { street, number, complement, district, city, state, postalCode } = place;
  return [
    [street, number ?? 's/n', complement].filter((part) => part !== '').join(', '),
    district,
    `${city}/${state}, ${formatPostalCode(postalCode)}`,
  ];
}
