import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultWithdrawalRules, withdrawalFee, withdrawalParts } from './withdrawals.ts';

const cents = fc.integer({ min: 0, max: 1_000_000 });

test('a withdrawal is divided to the centavo: at most half pays a debt, and only out of the free balance', () => {
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (free, credit, debt, part) => {
        const gross = Math.floor((free + credit) * part);
        const has = { availableCents: free, debtCents: debt };
        const { amountCents, creditCents, debtCents } = withdrawalParts(gross, has, defaultWithdrawalRules);
        expect(amountCents + debtCents).toBe(gross);
        expect(debtCents).toBeLessThanOrEqual(Math.min(debt, free, gross / 2));
        expect(Math.min(amountCents, creditCents, debtCents)).toBeGreaterThanOrEqual(0);
        // The balance is used up before the credit.
        expect(creditCents).toBe(Math.max(0, gross - free));
      },
    ),
  );
});

test('a debt is paid out of the free balance even when most of the withdrawal comes out of the credit', () => {
  const has = { availableCents: 100, debtCents: 1_000 };
  expect(withdrawalParts(1_000, has, defaultWithdrawalRules)).toEqual({
    amountCents: 900,
    creditCents: 900,
    debtCents: 100,
  });
});

test('the first withdrawal of a month is free, and each after it costs R$ 2,50', () => {
  expect([0, 1, 2].map((earlier) => withdrawalFee(earlier, defaultWithdrawalRules))).toEqual([0, 250, 250]);
});
