import { expect, test } from 'vitest';
import { proofMethods } from '#domain/accounts/accounts.ts';
import { inOrder, methodWords } from './proof-methods.ts';

test('offers the ways of this person only, the app first and the reserve code last', () => {
  expect(inOrder(['recovery', 'email', 'totp'])).toEqual(['totp', 'email', 'recovery']);
  expect(inOrder(['email', 'password'])).toEqual(['password', 'email']);
  expect(inOrder([])).toEqual([]);
});

test('no way of proving is forgotten', () => {
  expect(inOrder(proofMethods)).toHaveLength(proofMethods.length);
  expect(Object.keys(methodWords).toSorted()).toEqual([...proofMethods].toSorted());
});
