import { expect, test } from 'vitest';
import { endingMoneyOf } from './endings.ts';
import type { RefundState } from '#domain/payments/payments.ts';

const refunds = (...states: RefundState[]) => states.map((state) => ({ state }));

test('an order that came to nothing has its money back once nothing of it is still to come', () => {
  expect(endingMoneyOf([], false)).toBe('none');
  expect(endingMoneyOf(refunds('rejected'), false)).toBe('none');
  expect(endingMoneyOf(refunds('completed'), true)).toBe('back');
  expect(endingMoneyOf(refunds('completed', 'rejected'), true)).toBe('back');
});

test('a part that arrived is not the whole: as long as another is on its way the money is coming', () => {
  for (const state of ['in_review', 'approved', 'processing', 'failed', 'manual'] as const)
    expect(endingMoneyOf(refunds('completed', state), true), state).toBe('coming');
  expect(endingMoneyOf([], true)).toBe('coming');
});
