import { expect, test } from 'vitest';
import { proofMethods } from '#domain/accounts/accounts.ts';
import { sortMethods, methodLabels } from './proof-methods.ts';

test('offers only this person’s methods, the app first and the recovery code last', () => {
  expect(sortMethods(['recovery', 'email', 'totp'])).toEqual(['totp', 'email', 'recovery']);
  expect(sortMethods(['email', 'password'])).toEqual(['password', 'email']);
  expect(sortMethods([])).toEqual([]);
});

test('every method is sorted', () => {
  expect(sortMethods(proofMethods)).toHaveLength(proofMethods.length);
  expect(Object.keys(methodLabels).toSorted()).toEqual([...proofMethods].toSorted());
});
