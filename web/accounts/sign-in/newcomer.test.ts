import { expect, test } from 'vitest';
import { readNewIdentity } from './newcomer.ts';

test('reads the provider’s data of a new person from the history entry', () => {
  const newcomer = { ticket: 'x'.repeat(43), email: 'ana@gmail.com', username: 'ana', provider: 'google' };
  expect(readNewIdentity({ newcomer })).toEqual(newcomer);
  expect(readNewIdentity({ newcomer: { ticket: 'abc' } })).toEqual({
    ticket: 'abc',
    email: '',
    username: '',
    provider: '',
  });
});

test('without a ticket there is no new identity', () => {
  for (const state of [null, undefined, {}, { newcomer: {} }, { newcomer: { ticket: 7 } }])
    expect(readNewIdentity(state)).toBeNull();
});
