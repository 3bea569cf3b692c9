import { expect, test } from 'vitest';
import { documentError, documentMask } from './document.ts';

test('a document is formatted as CPF until a letter or a twelfth character makes it a CNPJ', () => {
  expect(documentMask('')).toBe('###.###.###-##');
  expect(documentMask('52998224725')).toBe('###.###.###-##');
  expect(documentMask('529982247251')).toBe('**.***.***/****-##');
  expect(documentMask('12A')).toBe('**.***.***/****-##');
});

test.each(['52998224725', '11222333000181', '12ABC34501DE35'])('%s is a real document', (raw) => {
  expect(documentError(raw)).toBeNull();
});

test.each([
  ['', 'Informe o CPF ou CNPJ.'],
  ['5299822472', 'Faltam números. O CPF tem 11.'],
  ['112223330001', 'Faltam letras ou números. O CNPJ tem 14.'],
  ['52998224724', 'Este CPF ou CNPJ não existe. Confira os números.'],
  ['11111111111', 'Este CPF ou CNPJ não existe. Confira os números.'],
  ['12ABC34501DE36', 'Este CPF ou CNPJ não existe. Confira os números.'],
])('%s is refused with «%s»', (raw, words) => {
  expect(documentError(raw)).toBe(words);
});
