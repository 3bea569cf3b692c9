import { expect, test } from 'vitest';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { revealConsequences } from './reveal-texts.ts';

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

test('the confirmation time counts from opening the codes', () => {
  expect(revealConsequences(order, deal({})).join(' ')).toContain('confirma até 13 mar 2026, 12:00');
});

test('codes opened late keep the confirmation limit of unopened codes', () => {
  const late = deal({ dueAt: '2026-03-11T15:00:00.000Z' });
  expect(revealConsequences(order, late).join(' ')).toContain('confirma até 11 mar 2026, 12:00');
});

test('the regret date is the one of this order', () => {
  expect(revealConsequences(order, deal({}))[0]).toContain('arrepender até 16 mar 2026, 23:59');
});

test('a purchase that is over promises nothing', () => {
  expect(revealConsequences(order, deal({ actions: [] }))).toHaveLength(1);
});
