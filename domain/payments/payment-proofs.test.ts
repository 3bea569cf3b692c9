import { expect, test } from 'vitest';
import { approvalEffect, defaultPaymentProofRules, resendUntil, transferFault } from './payment-proofs.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const order = { totalCents: 5_000, createdAt: later(-60) };

test.each([
  ['of the price, since the order', 5_000, later(-30), null],
  ['by a clock that is some minutes ahead', 5_000, later(10), null],
  ['by a clock that is some minutes behind', 5_000, later(-70), null],
  ['a scheduled one', 5_000, later(11), 'in_the_future'],
  ['one of before the order', 5_000, later(-71), 'before_the_order'],
  ['of a centavo less', 4_999, now, 'other_amount'],
  ['of a centavo more', 5_001, now, 'other_amount'],
] as const)('a transfer %s', (_what, amountCents, paidAt, fault) => {
  expect(transferFault({ amountCents, paidAt }, order, now)).toBe(fault);
});

const yes = (staffId: number, role: 'support' | 'admin' = 'admin', lineId = 7) => ({ staffId, role, lineId });
const proposal = { staffId: 1, lineId: 7 };

test.each([
  ['an admin alone up to the limit', yes(2), 100_000, null, 'approve'],
  ['support at any amount', yes(2, 'support'), 1, null, 'propose'],
  ['support as the second', yes(2, 'support'), 100_001, proposal, 'propose'],
  ['an admin alone above it', yes(2), 100_001, null, 'propose'],
  ['a second admin with the same line', yes(2), 100_001, proposal, 'approve'],
  ['the same admin again', yes(1), 100_001, proposal, 'propose'],
  ['a second admin with another line', yes(2, 'admin', 8), 100_001, proposal, 'propose'],
] as const)('approval of %s', (_who, given, amountCents, proposed, consent) => {
  expect(approvalEffect(given, { amountCents, proposal: proposed }, defaultPaymentProofRules)).toBe(consent);
});

const hours = (count: number) => later(60 * count);

test('after a refusal another payment proof may be sent for a day, and never past 72 h from the first', () => {
  expect(resendUntil(hours(1), now, defaultPaymentProofRules)).toEqual(hours(25));
  expect(resendUntil(hours(48), now, defaultPaymentProofRules)).toEqual(hours(72));
  expect(resendUntil(hours(71), now, defaultPaymentProofRules)).toEqual(hours(72));
});
