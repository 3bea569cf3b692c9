import { expect, test } from 'vitest';
import { csvCents, csvLine } from './csv.ts';

test('a field that a spreadsheet would evaluate becomes text', () => {
  for (const text of ['=1+1', '+55', '-2', '@SUM(A1)', '\tx', ' =1', '＝1', '\r=1'])
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
});

test('quotes, semicolons and lines stay inside their field', () => {
  expect(csvLine(['a;b', 'diz "oi"', 'duas\nlinhas', ''])).toBe('"a;b";"diz ""oi""";"duas\nlinhas";\r\n');
});

test('a formula cannot hide behind a quote', () => {
  expect(csvLine(['=HYPERLINK("http://x";"y")'])).toBe(`"'=HYPERLINK(""http://x"";""y"")"\r\n`);
});

test('cents are written with a comma, exactly', () => {
  expect([0, 5, 100, 123_456, -99].map(csvCents)).toEqual(['0,00', '0,05', '1,00', '1234,56', '-0,99']);
});
