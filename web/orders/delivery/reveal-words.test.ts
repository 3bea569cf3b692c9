import { expect, test } from 'vitest';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { revealWords } from './reveal-words.ts';

const order = { now: '2026-03-10T15:00:00.000Z' };
const hour = 3_600_000;

function deal(over: Partial<Deal>): Deal {
  return {
    dueAt: '2026-03-16T15:00:00.000Z',
    regretUntil: '2026-03-17T02:59:59.999Z',
    terms: { confirmMs: 72 * hour, codeConfirmLimitMs: 168 * hour, cancellationAnswerMs: 6 * hour },
    actions: [
      { event: 'regret', allowed: true },
      { event: 'confirm', allowed: true },
    ],
    ...over,
  } as Deal;
}

test('the time to confirm counts from the look', () => {
  expect(revealWords(order, deal({})).join(' ')).toContain('confirma até 13 mar 2026, 12:00');
});

test('codes looked at late are confirmed by the end that closed ones have', () => {
  const late = deal({ dueAt: '2026-03-11T15:00:00.000Z' });
  expect(revealWords(order, late).join(' ')).toContain('confirma até 11 mar 2026, 12:00');
});

test('the date of the regret is the order’s own', () => {
  expect(revealWords(order, deal({}))[0]).toContain('arrepender até 16 mar 2026, 23:59');
});

test('of a purchase that is over nothing is promised', () => {
  expect(revealWords(order, deal({ actions: [] }))).toHaveLength(1);
});
