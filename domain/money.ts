/** Whole centavos of real (BRL). Never a fraction, never a float: R$ 1,00 is 100. */
export type Cents = number;

/** Largest amount one transfer may carry: R$ 100 million. */
export const maxTransferCents: Cents = 10_000_000_000;

/** True for a whole, safe, non-negative number of centavos. */
export function isCents(value: unknown): value is Cents {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * The value itself, checked to be whole centavos.
 * @throws RangeError when it is not
 */
export function cents(value: number): Cents {
  if (!isCents(value)) throw new RangeError(`Not whole centavos: ${value}`);
  return value;
}

/** `amount × bps / 10 000`, rounded half up to the centavo (§4.1). 100 bps = 1 %. */
export function shareOf(amount: Cents, bps: number): Cents {
  return Number((BigInt(cents(amount)) * BigInt(bps) * 2n + 10_000n) / 20_000n);
}
