import { expect, test } from 'vitest';
import { losingSides, mayAppeal, orderOutcome, overrulesUncontested, refundOf } from './outcomes.ts';
import { defaultComplaintRules as rules } from './rules.ts';
import { answerTimer, escalatableAt, openingRefusal, stateAfter } from './complaints.ts';

const hour = 3_600_000;
const day = 24 * hour;
const at = (ms: number) => new Date(Date.UTC(2026, 5, 1, 12) + ms);

test('a complaint may be opened from the promised time until the end of the warranty (P16, P19, P20)', () => {
  const facts = { promisedAt: at(0), deliveredAt: at(0), warrantyDays: 7 };
  const refusal = (state: Parameters<typeof openingRefusal>[0]['state'], ms: number) =>
    openingRefusal({ ...facts, state, now: at(ms) });
  expect([refusal('in_delivery', -1), refusal('in_delivery', 0)]).toEqual(['too_early', null]);
  expect(refusal('delivered', 30 * day)).toBeNull();
  expect([refusal('completed', 7 * day - 1), refusal('completed', 7 * day)]).toEqual([null, 'too_late']);
  for (const state of ['awaiting_payment', 'paid', 'in_complaint', 'refunded', 'cancelled'] as const)
    expect(refusal(state, 0)).toBe('wrong_state');
});

test('the seller is reminded at 24 and at 42 hours and has 48 (R04)', () => {
  const bells = ([0, 1, 2] as const).map((rung) => answerTimer(at(0), rung, rules));
  expect(bells).toEqual([
    { at: at(24 * hour), event: 'remind_first' },
    { at: at(42 * hour), event: 'remind_last' },
    { at: at(48 * hour), event: 'presume_silent' },
  ]);
});

test('mediation may start after a day, and at once for a recovered account (R05)', () => {
  const facts = { openedAt: at(0), side: 'buyer', promise: null } as const;
  expect(escalatableAt({ ...facts, reason: 'late' }, rules)).toEqual(at(24 * hour));
  expect(escalatableAt({ ...facts, reason: 'recovered' }, rules)).toEqual(at(0));
});

test('no side may escalate during an agreement, and only the buyer may dispute what was delivered', () => {
  const facts = { openedAt: at(0), reason: 'late' } as const;
  const running = { fulfilledAt: null };
  const fulfilled = { fulfilledAt: at(30 * hour) };
  expect(escalatableAt({ ...facts, side: 'buyer', promise: running }, rules)).toBeNull();
  expect(escalatableAt({ ...facts, side: 'buyer', promise: fulfilled }, rules)).toEqual(at(30 * hour));
  expect(escalatableAt({ ...facts, side: 'seller', promise: fulfilled }, rules)).toBeNull();
});

test('transitions and events within a state are checked by one function', () => {
  expect(stateAfter('answer', 'open', 'seller')).toEqual({ to: 'negotiating' });
  expect(stateAfter('answer', 'open', 'buyer')).toEqual({ refusal: 'wrong_actor' });
  expect(stateAfter('propose', 'negotiating', 'buyer')).toEqual({ to: 'negotiating' });
  expect(stateAfter('propose', 'in_mediation', 'buyer')).toEqual({ refusal: 'wrong_state' });
  expect(stateAfter('withdraw', 'closed', 'buyer')).toEqual({ refusal: 'wrong_state' });
});

test('a partial refund is neither zero nor the total, and half of an odd sum favours the buyer', () => {
  expect(refundOf('full', 10_001, null)).toBe(10_001);
  expect(refundOf('split', 10_001, null)).toBe(5_001);
  expect([refundOf('partial', 100, 1), refundOf('partial', 10, 1)]).toEqual([1, 1]);
  expect([refundOf('partial', 10_000, 99), refundOf('partial', 100, 99)]).toEqual([9_900, 99]);
  expect([refundOf('release', 500, null), refundOf('replacement', 500, null)]).toEqual([0, 0]);
});

const part = (refundCents: number) => ({ result: 'partial', refundCents }) as const;
const overrules = (appealed: readonly ('buyer' | 'seller')[]) =>
  [299, 300, 301].map((cents) => overrulesUncontested(part(300), appealed, part(cents)));

test('a side that won everything cannot appeal, and an appeal never harms its author (R08, R09)', () => {
  expect(losingSides('full')).toEqual(['seller']);
  expect(losingSides('release')).toEqual(['buyer']);
  expect(losingSides('partial')).toEqual(['buyer', 'seller']);
  expect(overrules(['buyer'])).toEqual([true, false, false]);
  expect(overrules(['seller'])).toEqual([false, false, true]);
  expect(overrules(['buyer', 'seller'])).toEqual([false, false, false]);
  const [unit, nothing] = (['replacement', 'release'] as const).map((result) => ({ result, refundCents: 0 }));
  expect(overrulesUncontested(unit!, ['buyer'], nothing!)).toBe(true);
  expect(overrulesUncontested(unit!, ['seller'], nothing!)).toBe(false);
});

test('a losing side may appeal once, and not after accepting the decision (R08)', () => {
  expect(mayAppeal('split', { appealed: [], waived: [] })).toEqual(['buyer', 'seller']);
  expect(mayAppeal('split', { appealed: ['buyer'], waived: [] })).toEqual(['seller']);
  expect(mayAppeal('split', { appealed: ['buyer'], waived: ['seller'] })).toEqual([]);
  expect(mayAppeal('full', { appealed: [], waived: [] })).toEqual(['seller']);
});

test('the outcome of the order follows from the result of the complaint (P21–P23)', () => {
  const ended = { ending: 'decided', inspected: false } as const;
  expect(orderOutcome({ ...ended, result: 'full', refundCents: 500 }, 500)).toBe('refund');
  expect(orderOutcome({ ...ended, result: 'partial', refundCents: 499 }, 500)).toBe('refund_part');
  expect(orderOutcome({ ...ended, result: 'release', refundCents: 0 }, 500)).toBe('complete');
  expect(orderOutcome({ ...ended, result: 'replacement', refundCents: 0 }, 500)).toBe('back');
  expect(orderOutcome({ ...ended, inspected: true, result: 'replacement', refundCents: 0 }, 500)).toBe(
    'complete',
  );
  expect(orderOutcome({ ...ended, ending: 'withdrawn', result: null, refundCents: 0 }, 500)).toBe('back');
});
