import { expect, test } from 'vitest';
import { birthDateError, isoBirthDate, maskedBirthDate } from './birth-date.ts';

test('a birth date is typed in the Brazilian format and sent as ISO 8601', () => {
  expect(isoBirthDate('04031992')).toBe('1992-03-04');
  expect(isoBirthDate('29022000')).toBe('2000-02-29');
});

test.each(['', '0403199', '31022000', '00011990', '01131990'])('%s is no date', (raw) => {
  expect(isoBirthDate(raw)).toBeNull();
  expect(birthDateError(raw)).not.toBeNull();
});

test('a stored date shows its year only', () => {
  expect(maskedBirthDate('1992-03-04')).toBe('**/**/1992');
});
