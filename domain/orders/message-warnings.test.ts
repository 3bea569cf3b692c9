import { expect, test } from 'vitest';
import { findMessageWarnings } from './message-warnings.ts';

test('the writer is told what to think about', () => {
  expect(findMessageWarnings('Bom dia, tudo certo?', [])).toEqual([]);
  expect(findMessageWarnings('ana@exemplo.com.br', [])).toEqual(['contacts']);
  expect(findMessageWarnings('A senha é gato2026', [])).toEqual(['secret']);
  expect(findMessageWarnings('ana@exemplo.com.br, senha: gato2026', [])).toEqual(['contacts', 'secret']);
});
