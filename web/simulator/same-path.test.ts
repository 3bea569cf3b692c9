import { expect, test } from 'vitest';
import { samePath } from './same-path.ts';

test('a mailed link becomes a path of the current site', () => {
  expect(samePath('https://praca.example/verification?token=abc')).toBe('/verification?token=abc');
  expect(samePath('/conta')).toBe('/conta');
  expect(samePath('http://')).toBe('/');
});
