import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { password as kitPassword } from '#test/accounts/people.ts';
import { isWeakPassword } from './weak-passwords.ts';

const about = ['joana_silva', 'joana.silva.sp'];

describe('a password is refused', () => {
  test('that is one of the 49 thousand most leaked, in any case', async () => {
    const long = dictionary['passwords-common'].filter((word) => word.length >= 8);
    expect(long.length).toBeGreaterThan(3_000);
    for (const word of long) {
      expect(await isWeakPassword(word, []), word).toBe(true);
      expect(await isWeakPassword(word.toUpperCase(), []), word).toBe(true);
    }
  });

  test.each([
    ['a known word with a year', 'Dragon2026!'],
    ['a known word in disguise', 'P4$$w0rd'],
    ['a Brazilian favourite', 'flamengo10'],
    ['another', 'Senha@123'],
    ['the house and a number', 'Praça2026'],
    ['the house and a known word', 'praca-password'],
    ['the house twice', 'marketplace-praca'],
    ['the own name', 'Joana_Silva1'],
    ['the own mailbox', 'joana.silva.sp!'],
    ['one letter', 'aaaaaaaaaaaa'],
    ['one block', 'abcabcabc'],
    ['a row of the keyboard', 'asdfghjkl'],
    ['the same backwards', '0987654321'],
    ['the alphabet', 'efghijklmn'],
    ['a birthday', '21/04/1990'],
    ['four emoji, which JavaScript counts as eight', '🎮🎮🎮🎮'],
    ['spaces', '        '],
  ])('that is %s', async (_what, password) => {
    expect(await isWeakPassword(password, about)).toBe(true);
  });
});

test.each([
  'praca-demo-2026',
  kitPassword,
  'uma senha boa',
  'cavalo correto bateria grampo',
  '🎮🐴🔋📎🌵🥁🚲🪁',
  'ñandú über Straße',
  'x7!kQ2#mZ9',
  'tres gatos no telhado',
])('«%s» is strong enough, whatever characters it consists of', async (password) => {
  expect(await isWeakPassword(password, about)).toBe(false);
});
