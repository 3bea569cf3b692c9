import { expect, test } from 'vitest';
import { maskedDocument, maskedPhone } from './documents.ts';

test('documents and phones are always masked', () => {
  expect(maskedDocument('52998224725')).toBe('***.982.247-**');
  expect(maskedDocument('12ABC34501DE35')).toBe('**.ABC.345/****-**');
  expect(maskedPhone('+5511987654321')).toBe('(11) *****-4321');
});
