import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { feeQuestionSearch, readFeeQuestion, saleBreakdown } from './fee-query.ts';

const prices = { min: 100, max: 5_000_000 };
const rule = defaultRules.plans.ouro;

test('a question survives the round trip through the address', () => {
  const question = { mode: 'net', amountCents: 12_345, plan: 'ouro' } as const;
  expect(feeQuestionSearch(question).toString()).toBe('receber=1&valor=12345&plano=ouro');
  expect(readFeeQuestion(feeQuestionSearch(question))).toEqual(question);
});

test('the default question needs no query, and an invalid query is the default', () => {
  expect(feeQuestionSearch(readFeeQuestion(new URLSearchParams())).toString()).toBe('');
  expect(readFeeQuestion(new URLSearchParams('valor=1e9&plano=lata'))).toEqual({
    mode: 'price',
    amountCents: 10_000,
    plan: 'prata',
  });
});

test('a price outside the limits has no breakdown', () => {
  for (const amountCents of [null, 0, 99, 5_000_001])
    expect(saleBreakdown({ mode: 'price', amountCents, plan: 'ouro' }, rule, prices)).toBeNull();
});

test('the mode `net` gives the smallest price that leaves at least the amount', () => {
  assert(
    property(integer({ min: 100, max: 4_000_000 }), (wanted) => {
      const sum = saleBreakdown({ mode: 'net', amountCents: wanted, plan: 'ouro' }, rule, prices);
      if (!sum) return;
      expect(sum.netCents).toBeGreaterThanOrEqual(wanted);
      const cheaper = saleBreakdown(
        { mode: 'price', amountCents: sum.totalCents - 1, plan: 'ouro' },
        rule,
        prices,
      );
      if (cheaper) expect(cheaper.netCents).toBeLessThan(wanted);
    }),
  );
});
