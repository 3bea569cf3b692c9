import { expect, test } from 'vitest';
import { escrowReasons } from './held-money.ts';
import { escrowRules, orderStates } from '#domain/orders/orders.ts';

test('every order state with money in escrow has a reason, and no other state has one', () => {
  for (const state of orderStates)
    expect(escrowReasons[state] !== null, state).toBe(escrowRules[state] !== 'empty');
});
