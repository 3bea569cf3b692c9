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
])('what was delivered at %s may be regretted until %s', (deliveredAt, until) => {
  expect(regretUntil(new Date(deliveredAt), defaultRefundRules, noClosedDays).toISOString()).toBe(until);
});

test('a refund by rule leaves by itself up to R$ 1.000,00 and waits for a person from the next centavo on', () => {
  expect(initialRefundState(100_000, defaultRefundRules)).toBe('approved');
  expect(initialRefundState(100_001, defaultRefundRules)).toBe('in_review');
});

test('three regrets after a reveal are not often, and four are, also of what nobody saw', () => {
  const unseen = { deliveryType: 'automatic', revealedAt: null } as const;
  const seen = { ...unseen, revealedAt: new Date() };
  const byHand = { ...unseen, deliveryType: 'manual' } as const;
  expect(regretHandling(unseen, 3, defaultRefundRules)).toBe('automatic');
  expect(regretHandling(unseen, 4, defaultRefundRules)).toBe('often');
  for (const order of [seen, byHand]) expect(regretHandling(order, 3, defaultRefundRules)).toBe('opened');
});
