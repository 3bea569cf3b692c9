import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, isCents, maxTransferCents, shareOf } from './money.ts';

describe('centavos', () => {
  it('are whole, safe and never negative', () => {
    for (const good of [0, 1, maxTransferCents, Number.MAX_SAFE_INTEGER]) expect(isCents(good)).toBe(true);
    for (const bad of [-1, 0.1, 2 ** 53, Number.NaN, Infinity, '1', null, [1], true])
      expect(isCents(bad)).toBe(false);
  });

  it('reject a value that is not whole centavos', () => {
    expect(cents(1)).toBe(1);
    expect(() => cents(0.1 + 0.2)).toThrow(/centavos/);
  });
});

describe('a percentage', () => {
  it.each([
    [100, 990, 10],
    [50, 100, 1],
    [49, 100, 0],
    [10_000, 990, 990],
    [10_005, 50, 50],
    [10_100, 50, 51],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [0, 990, 0],
  ])('of %i centavos at %i basis points is %i, rounded half up', (amount, bps, expected) => {
    expect(shareOf(amount, bps)).toBe(expected);
  });

  it('is within half a centavo of the exact value, up to the largest amounts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, bps) => {
          const distance = BigInt(shareOf(amount, bps)) * 20_000n - BigInt(amount) * BigInt(bps) * 2n;
          expect(distance > -10_000n && distance <= 10_000n).toBe(true);
        },
      ),
    );
  });

  it('never shrinks when the amount grows', () => {
    const amount = fc.integer({ min: 0, max: maxTransferCents });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 10_000 }), (one, other, bps) => {
        expect(shareOf(Math.max(one, other), bps)).toBeGreaterThanOrEqual(shareOf(Math.min(one, other), bps));
      }),
    );
  });
});
