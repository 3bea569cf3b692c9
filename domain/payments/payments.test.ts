import { expect, test } from 'vitest';
import { noClosedDays } from '#domain/business-days.ts';
import { judgeIncomingMoney } from './incoming-money.ts';
import { chargeDeadlines, defaultPaymentRules } from './payments.ts';

const waiting = {
  state: 'awaiting_payment',
  totalCents: 1_000,
  captured: false,
  heldCents: 0,
  mayHold: true,
  revivable: false,
} as const;

test('the full price pays, and a surplus is refunded', () => {
  expect(judgeIncomingMoney(waiting, 1_000)).toEqual({ use: 'pay', surplusCents: 0 });
  expect(judgeIncomingMoney(waiting, 1_250)).toEqual({ use: 'pay', surplusCents: 250 });
});

test('a partial payment is held, and the rest completes the price', () => {
  expect(judgeIncomingMoney(waiting, 999)).toEqual({ use: 'hold' });
  const begun = { ...waiting, heldCents: 600 };
  expect(judgeIncomingMoney(begun, 399)).toEqual({ use: 'hold' });
  expect(judgeIncomingMoney(begun, 400)).toEqual({ use: 'pay', surplusCents: 0 });
  expect(judgeIncomingMoney({ ...begun, state: 'payment_in_review' }, 1_000)).toEqual({
    use: 'pay',
    surplusCents: 600,
  });
});

test('a partial payment is refunded when the order does not wait, or no further charge is allowed', () => {
  const back = { use: 'refund', reason: 'wrong_amount' };
  expect(judgeIncomingMoney({ ...waiting, mayHold: false }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, state: 'payment_in_review' }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, state: 'expired', revivable: true }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, payer: 'stranger' }, 999)).toEqual(back);
});

test('a second payment is refunded in every state', () => {
  const paid = { ...waiting, state: 'paid', captured: true } as const;
  expect(judgeIncomingMoney(paid, 1_000)).toEqual({ use: 'refund', reason: 'duplicate_payment' });
  expect(judgeIncomingMoney({ ...paid, state: 'cancelled', revivable: true }, 1_000)).toEqual({
    use: 'refund',
    reason: 'duplicate_payment',
  });
});

test('a late payment reinstates a revivable order, else it is refunded (P07)', () => {
  const expired = { ...waiting, state: 'expired' } as const;
  expect(judgeIncomingMoney(expired, 1_000)).toEqual({ use: 'refund', reason: 'late_payment' });
  expect(judgeIncomingMoney({ ...expired, revivable: true }, 1_001)).toEqual({
    use: 'reinstate',
    surplusCents: 1,
  });
});

test('a third-party payment needs a review, and is refunded when refused or late', () => {
  const stranger = { ...waiting, payer: 'stranger' } as const;
  expect(judgeIncomingMoney(stranger, 1_000)).toEqual({ use: 'review' });
  expect(judgeIncomingMoney({ ...stranger, state: 'payment_in_review' }, 1_000)).toEqual({ use: 'review' });
  expect(judgeIncomingMoney({ ...stranger, state: 'expired', revivable: true }, 1_000)).toEqual({
    use: 'refund',
    reason: 'third_party_payer',
  });
  expect(judgeIncomingMoney({ ...waiting, payer: 'refused' }, 1_000)).toEqual({
    use: 'refund',
    reason: 'third_party_payer',
  });
});

test('Pix expires after 30 minutes, a card after 15, a boleto after three business days and one for clearing', () => {
  const rules = { ...defaultPaymentRules, pixExpiryMs: 30 * 60_000, closed: noClosedDays };
  const now = new Date('2026-11-18T15:00:00Z');
  expect(chargeDeadlines('pix', now, rules).expiresAt.toISOString()).toBe('2026-11-18T15:30:00.000Z');
  expect(chargeDeadlines('card', now, rules).waitsUntil.toISOString()).toBe('2026-11-18T15:15:00.000Z');
  // The 20th is a holiday, and a weekend follows.
  expect(chargeDeadlines('boleto', now, rules)).toEqual({
    expiresAt: new Date('2026-11-25T02:59:59Z'),
    waitsUntil: new Date('2026-11-26T02:59:59Z'),
  });
});
