import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceForNet, refundShares, splitSale, type FeeRule } from './fees.ts';

const prata: FeeRule = {
  commissionBps: 990,
  minCommissionCents: 50,
  maxCommissionCents: 50_000,
  guaranteeBps: 50,
};
const total = fc.integer({ min: 0, max: 10_000_000_000 });
const anyRule = fc.record({
  commissionBps: fc.integer({ min: 0, max: 10_000 }),
  minCommissionCents: fc.integer({ min: 0, max: 1_000 }),
  maxCommissionCents: fc.integer({ min: 1_000, max: 100_000 }),
  guaranteeBps: fc.integer({ min: 0, max: 1_000 }),
});

describe('the fees of a sale', () => {
  it('divide it into parts that add up to the total, none of them negative', () => {
    fc.assert(
      fc.property(total, anyRule, (totalCents, rule) => {
        const split = splitSale(totalCents, rule);
        expect(split.netCents + split.revenueCents + split.guaranteeCents).toBe(totalCents);
        expect(split.revenueCents + split.guaranteeCents).toBe(split.commissionCents);
        for (const part of Object.values(split)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    [10_000, 990, 50, 9_010],
    [10_005, 990, 50, 9_015],
    [10_006, 991, 50, 9_015],
    [100, 50, 1, 50],
    [40, 40, 0, 0],
    [5_000_000, 50_000, 25_000, 4_950_000],
  ])('of %i are %i commission (%i for the guarantee) and leave %i', (totalCents, fee, fund, net) => {
    const split = splitSale(totalCents, prata);
    expect(split).toMatchObject({ commissionCents: fee, guaranteeCents: fund, netCents: net });
  });

  it('are the same after three partial refunds as after one (§4.1)', () => {
    fc.assert(
      fc.property(total, fc.tuple(total, total, total), anyRule, (totalCents, parts, rule) => {
        const refunds = parts.map((part) => Math.floor(part / 40));
        const step = refunds.reduce(
          (stays, part) => splitSale(Math.max(stays - part, 0), rule).totalCents,
          totalCents,
        );
        const once = Math.max(totalCents - refunds.reduce((sum, part) => sum + part, 0), 0);
        expect(splitSale(step, rule)).toEqual(splitSale(once, rule));
      }),
    );
  });

  it('never increase when a part of it is refunded', () => {
    fc.assert(
      fc.property(total, total, anyRule, (one, other, rule) => {
        const [stays, whole] = [Math.min(one, other), Math.max(one, other)];
        const [after, before] = [splitSale(stays, rule), splitSale(whole, rule)];
        expect(after.commissionCents).toBeLessThanOrEqual(before.commissionCents);
        expect(after.guaranteeCents).toBeLessThanOrEqual(before.guaranteeCents);
      }),
    );
  });
});

describe('the price for a desired net amount', () => {
  it('leaves at least that amount, and one centavo less would not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (wanted) => {
        const price = priceForNet(wanted, prata);
        expect(splitSale(price, prata).netCents).toBeGreaterThanOrEqual(wanted);
        expect(splitSale(price - 1, prata).netCents).toBeLessThan(wanted);
      }),
    );
  });
});

it('divides successive refunds as it would divide their sum', () => {
  const amount = fc.integer({ min: 1, max: 300_000 });
  fc.assert(
    fc.property(amount, amount, amount, amount, (first, second, third, rest) => {
      const totalCents = first + second + third + rest;
      const once = refundShares(totalCents, first + second + third, prata);
      const parts = [
        refundShares(totalCents, first, prata),
        refundShares(totalCents - first, second, prata),
        refundShares(totalCents - first - second, third, prata),
      ];
      for (const share of ['sellerCents', 'commissionCents', 'guaranteeCents'] as const) {
        expect(parts.reduce((sum, part) => sum + part[share], 0)).toBe(once[share]);
        for (const part of parts) expect(part[share]).toBeGreaterThanOrEqual(0);
      }
      expect(parts[2]!.after).toEqual(once.after);
    }),
  );
});
