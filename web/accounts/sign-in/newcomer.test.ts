import { expect, test } from 'vitest';
import { newcomerOf } from './newcomer.ts';

test('reads what a provider told about a newcomer from the history entry', () => {
  const newcomer = { ticket: 'x'.repeat(43), email: 'ana@gmail.com', username: 'ana', provider: 'google' };
  expect(newcomerOf({ newcomer })).toEqual(newcomer);
  expect(newcomerOf({ newcomer: { ticket: 'abc' } })).toEqual({
    ticket: 'abc',
    email: '',
    username: '',
    provider: '',
  });
});

test('without a ticket there is no newcomer', () => {
  for (const state of [null, undefined, {}, { newcomer: {} }, { newcomer: { ticket: 7 } }])
    expect(newcomerOf(state)).toBeNull();
});
