import { expect, test } from 'vitest';
import { samePath } from './same-path.ts';

test('a mailed link leads to the same page of the site that shows it', () => {
  expect(samePath('https://praca.example/verification?token=abc')).toBe('/verification?token=abc');
  expect(samePath('/conta')).toBe('/conta');
  expect(samePath('http://')).toBe('/');
});
