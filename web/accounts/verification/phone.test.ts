import { expect, test } from 'vitest';
import { formatPhone, phoneDigits, phoneError } from './phone.ts';

test('formats a mobile number', () => {
  expect(formatPhone('11987654321')).toBe('(11) 98765-4321');
  expect(formatPhone('119')).toBe('119');
});

test('gives the error text of a number', () => {
  expect(phoneError('11987654321')).toBeNull();
  expect(phoneError('')).toBe('Informe seu celular.');
  expect(phoneError('1198765432')).toMatch(/^Faltam números/);
  for (const wrong of ['11887654321', '01987654321', '10987654321'])
    expect(phoneError(wrong)).toBe('Confira o celular com DDD.');
});

test('parses a pasted number in any format', () => {
  for (const pasted of ['+55 (11) 98765-4321', '011 98765 4321', '5511987654321', '11987654321'])
    expect(phoneDigits(pasted)).toBe('11987654321');
  expect(phoneDigits('55987654321')).toBe('55987654321');
});
