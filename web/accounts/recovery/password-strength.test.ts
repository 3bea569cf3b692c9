import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('an empty password has no strength', () => {
  expect(passwordStrength('')).toBeNull();
});

test('short, repeated and well-known passwords are weak', () => {
  for (const weak of ['abc', 'aaaaaaaaaaaa', 'senha2026x', '123456789', 'qwertyuiop'])
    expect(passwordStrength(weak), weak).toBe('fraca');
});

test('eight varied characters are good, and length makes a password strong', () => {
  expect(passwordStrength('mesalivr')).toBe('boa');
  expect(passwordStrength('Mesa-livre7')).toBe('forte');
  expect(passwordStrength('um cavalo azul na chuva')).toBe('forte');
});
