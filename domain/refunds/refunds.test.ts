import { expect, test } from 'vitest';
import { noClosedDays } from '#domain/business-days.ts';
import { initialRefundState, defaultRefundRules, regretUntil, regretHandling } from './refunds.ts';

test.each([
  // Delivered on a Tuesday at 10 h: the next Tuesday, to its last second.
  ['2026-11-24T13:00:00Z', '2026-12-02T02:59:59.000Z'],
  // Half past eleven at night is still that day in São Paulo.
  ['2026-11-25T02:30:00Z', '2026-12-02T02:59:59.000Z'],
  // The seventh day is a Saturday: Monday.
  ['2026-11-14T13:00:00Z', '2026-11-24T02:59:59.000Z'],
  // The seventh day is Christmas, a Friday: Monday.
  ['2026-12-18T13:00:00Z', '2026-12-29T02:59:59.000Z'],
])('a delivery at %s may be withdrawn from until %s', (deliveredAt, until) => {
  expect(regretUntil(new Date(deliveredAt), defaultRefundRules, noClosedDays).toISOString()).toBe(until);
});

test('a refund by rule is sent automatically up to R$ 1.000,00 and needs a review from the next centavo on', () => {
  expect(initialRefundState(100_000, defaultRefundRules)).toBe('approved');
  expect(initialRefundState(100_001, defaultRefundRules)).toBe('in_review');
});

test('three regrets after a reveal are below the limit, and four exceed it, also for unrevealed codes', () => {
  const unseen = { deliveryType: 'automatic', revealedAt: null } as const;
  const seen = { ...unseen, revealedAt: new Date() };
  const byHand = { ...unseen, deliveryType: 'manual' } as const;
  expect(regretHandling(unseen, 3, defaultRefundRules)).toBe('automatic');
  expect(regretHandling(unseen, 4, defaultRefundRules)).toBe('often');
  for (const order of [seen, byHand]) expect(regretHandling(order, 3, defaultRefundRules)).toBe('opened');
});
