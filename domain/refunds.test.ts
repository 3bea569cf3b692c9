import { expect, test } from 'vitest';
import { noClosedDays } from './business-days.ts';
import { defaultRefundRules, regretUntil } from './refunds.ts';

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
