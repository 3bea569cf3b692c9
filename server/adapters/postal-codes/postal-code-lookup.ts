import type { PostalCodePlace } from '#domain/addresses/postal-codes.ts';

/** Looks up the address of a postal code. Never called inside a transaction. */
export interface PostalCodeLookup {
  readonly name: string;
  /**
   * @param postalCode eight digits
   * @returns null when the service knows no such postal code
   * @throws when the service is away, slow (2 s) or replies something else
   */
  find(postalCode: string): Promise<PostalCodePlace | null>;
}

/** The longest wait for a reply, in milliseconds. */
export const lookupTimeoutMs = 2_000;
