import { expect, test } from 'vitest';
import { formatPhone, phoneDigits, phoneFault } from './phone.ts';

test('writes a mobile number as people read it', () => {
  expect(formatPhone('11987654321')).toBe('(11) 98765-4321');
  expect(formatPhone('119')).toBe('119');
});

test('says what is wrong with a number', () => {
  expect(phoneFault('11987654321')).toBeNull();
  expect(phoneFault('')).toBe('Informe seu celular.');
  expect(phoneFault('1198765432')).toMatch(/^Faltam números/);
  for (const wrong of ['11887654321', '01987654321', '10987654321'])
    expect(phoneFault(wrong)).toBe('Confira o celular com DDD.');
});

test('understands a number in any form it is pasted in', () => {
  for (const pasted of ['+55 (11) 98765-4321', '011 98765 4321', '5511987654321', '11987654321'])
    expect(phoneDigits(pasted)).toBe('11987654321');
  expect(phoneDigits('55987654321')).toBe('55987654321');
});
