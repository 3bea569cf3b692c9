import { expect, test } from 'vitest';
import { findMessageWarnings } from './message-warnings.ts';

test('contact data and secrets in a message cause warnings', () => {
  expect(findMessageWarnings('Bom dia, tudo certo?', [])).toEqual([]);
  expect(findMessageWarnings('ana@exemplo.com.br', [])).toEqual(['contacts']);
  expect(findMessageWarnings('A senha é gato2026', [])).toEqual(['secret']);
  expect(findMessageWarnings('ana@exemplo.com.br, senha: gato2026', [])).toEqual(['contacts', 'secret']);
});
