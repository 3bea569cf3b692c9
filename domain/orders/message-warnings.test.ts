import { expect, test } from 'vitest';
import { caresOf } from './message-warnings.ts';

test('the writer is told what to think about', () => {
  expect(caresOf('Bom dia, tudo certo?', [])).toEqual([]);
  expect(caresOf('ana@exemplo.com.br', [])).toEqual(['contacts']);
  expect(caresOf('A senha é gato2026', [])).toEqual(['secret']);
  expect(caresOf('ana@exemplo.com.br, senha: gato2026', [])).toEqual(['contacts', 'secret']);
});
