import { expect, test } from 'vitest';
import { endingMoneyOf } from './endings.ts';
import type { RefundState } from '#domain/payments/payments.ts';

const refunds = (...states: RefundState[]) => states.map((state) => ({ state }));

test('the money of an undone order is back once no refund is pending', () => {
  expect(endingMoneyOf([], false)).toBe('none');
  expect(endingMoneyOf(refunds('rejected'), false)).toBe('none');
  expect(endingMoneyOf(refunds('completed'), true)).toBe('back');
  expect(endingMoneyOf(refunds('completed', 'rejected'), true)).toBe('back');
});

test('the money is coming as long as one of several refunds is pending', () => {
  for (const state of ['in_review', 'approved', 'processing', 'failed', 'manual'] as const)
    expect(endingMoneyOf(refunds('completed', state), true), state).toBe('coming');
  expect(endingMoneyOf([], true)).toBe('coming');
});
