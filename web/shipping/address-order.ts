import type { Address } from '#contract/addresses/addresses.ts';

/** The address book with the default for receiving first, as it is suggested to buyers (S03). */
export function receivingFirst(items: readonly Address[]): Address[] {
  return items.toSorted((a, b) => rank(a) - rank(b));
}

const rank = ({ defaultFor }: Address) => (defaultFor.includes('receiving') ? 0 : 1);
