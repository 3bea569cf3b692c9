import { expect, test } from 'vitest';
import { afterBusinessDays, whyInEscrow } from './held-money.ts';
import { escrowRules, orderStates } from './orders.ts';

test('money in escrow has a reason in every state that holds it, and in no other', () => {
  for (const state of orderStates)
    expect(whyInEscrow[state] !== null, state).toBe(escrowRules[state] !== 'empty');
});

const after = (from: string, days: number) => afterBusinessDays(new Date(from), days).toISOString();

test('business days skip the weekend of São Paulo', () => {
  // A Thursday, a Friday, a Saturday, and a Friday evening that is Saturday in UTC.
  expect(after('2026-11-19T15:00:00Z', 1)).toBe('2026-11-20T15:00:00.000Z');
  expect(after('2026-11-20T15:00:00Z', 1)).toBe('2026-11-23T15:00:00.000Z');
  expect(after('2026-11-21T15:00:00Z', 2)).toBe('2026-11-24T15:00:00.000Z');
  expect(after('2026-11-21T01:00:00Z', 1)).toBe('2026-11-24T01:00:00.000Z');
});
