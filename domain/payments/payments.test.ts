import { expect, test } from 'vitest';
import { noClosedDays } from '#domain/business-days.ts';
import { chargeDeadlines, defaultPaymentRules, judgeIncomingMoney } from './payments.ts';

const waiting = {
  state: 'awaiting_payment',
  totalCents: 1_000,
  captured: false,
  heldCents: 0,
  mayHold: true,
  revivable: false,
} as const;

test('the full price pays, and a surplus goes back', () => {
  expect(judgeIncomingMoney(waiting, 1_000)).toEqual({ use: 'pay', surplusCents: 0 });
  expect(judgeIncomingMoney(waiting, 1_250)).toEqual({ use: 'pay', surplusCents: 250 });
});

test('less than the price waits for the rest, and with it the price is whole', () => {
  expect(judgeIncomingMoney(waiting, 999)).toEqual({ use: 'hold' });
  const begun = { ...waiting, heldCents: 600 };
  expect(judgeIncomingMoney(begun, 399)).toEqual({ use: 'hold' });
  expect(judgeIncomingMoney(begun, 400)).toEqual({ use: 'pay', surplusCents: 0 });
  expect(judgeIncomingMoney({ ...begun, state: 'payment_in_review' }, 1_000)).toEqual({
    use: 'pay',
    surplusCents: 600,
  });
});

test('less than the price goes back when nothing waits for the rest, or it may not be asked for', () => {
  const back = { use: 'refund', reason: 'wrong_amount' };
  expect(judgeIncomingMoney({ ...waiting, mayHold: false }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, state: 'payment_in_review' }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, state: 'expired', revivable: true }, 999)).toEqual(back);
  expect(judgeIncomingMoney({ ...waiting, payer: 'stranger' }, 999)).toEqual(back);
});

test('a second payment goes back, whatever the state', () => {
  const paid = { ...waiting, state: 'paid', captured: true } as const;
  expect(judgeIncomingMoney(paid, 1_000)).toEqual({ use: 'refund', reason: 'duplicate_payment' });
  expect(judgeIncomingMoney({ ...paid, state: 'cancelled', revivable: true }, 1_000)).toEqual({
    use: 'refund',
    reason: 'duplicate_payment',
  });
});

test('late money revives the order if everything still stands, else it goes back (P07)', () => {
  const expired = { ...waiting, state: 'expired' } as const;
  expect(judgeIncomingMoney(expired, 1_000)).toEqual({ use: 'refund', reason: 'late_payment' });
  expect(judgeIncomingMoney({ ...expired, revivable: true }, 1_001)).toEqual({
    use: 'reinstate',
    surplusCents: 1,
  });
});

test("somebody else's money waits for a person, and goes back when refused or late", () => {
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

test('Pix waits 30 minutes, a card 15, a boleto three business days and one more to hear of it', () => {
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
