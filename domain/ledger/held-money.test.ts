import { expect, test } from 'vitest';
import { whyInEscrow } from './held-money.ts';
import { escrowRules, orderStates } from '#domain/orders/orders.ts';

test('money in escrow has a reason in every state that holds it, and in no other', () => {
  for (const state of orderStates)
    expect(whyInEscrow[state] !== null, state).toBe(escrowRules[state] !== 'empty');
});
