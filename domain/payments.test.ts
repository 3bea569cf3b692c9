import { expect, test } from 'vitest';
import { judgeMoney } from './payments.ts';

const waiting = { state: 'awaiting_payment', totalCents: 1_000, captured: false, revivable: false } as const;

test('the full price pays, and a surplus goes back', () => {
  expect(judgeMoney(waiting, 1_000)).toEqual({ use: 'pay', surplusCents: 0 });
  expect(judgeMoney(waiting, 1_250)).toEqual({ use: 'pay', surplusCents: 250 });
});

test('less than the price goes back', () => {
  expect(judgeMoney(waiting, 999)).toEqual({ use: 'refund', reason: 'wrong_amount' });
});

test('a second payment goes back, whatever the state', () => {
  const paid = { ...waiting, state: 'paid', captured: true } as const;
  expect(judgeMoney(paid, 1_000)).toEqual({ use: 'refund', reason: 'duplicate_payment' });
  expect(judgeMoney({ ...paid, state: 'cancelled', revivable: true }, 1_000)).toEqual({
    use: 'refund',
    reason: 'duplicate_payment',
  });
});

test('late money revives the order if everything still stands, else it goes back (P07)', () => {
  const expired = { ...waiting, state: 'expired' } as const;
  expect(judgeMoney(expired, 1_000)).toEqual({ use: 'refund', reason: 'late_payment' });
  expect(judgeMoney({ ...expired, revivable: true }, 1_001)).toEqual({ use: 'reinstate', surplusCents: 1 });
});
