import { expect, test } from 'vitest';
import { isDeliverable, normalizeEmail, normalizeLogin } from './email-addresses.ts';

test.each([
  ['  Ana@Exemplo.COM.BR ', 'ana@exemplo.com.br'],
  ['ana@Praça.com.br', 'ana@xn--praa-2oa.com.br'],
  ['ana@prac\u0327a.com.br', 'ana@xn--praa-2oa.com.br'],
  ['jose\u0301@exemplo.com.br', 'jos\u00e9@exemplo.com.br'],
  ['ana+loja@exemplo.com.br', 'ana+loja@exemplo.com.br'],
  ['sem arroba', 'sem arroba'],
  ['ana@exemplo.com/x', 'ana@exemplo.com/x'],
])('%j is normalised to %j', (typed, spelt) => {
  expect(normalizeEmail(typed)).toBe(spelt);
});

test.each([
  'ana',
  '@exemplo.com.br',
  'ana@',
  'ana@exemplo',
  'ana@exemplo.com.',
  'ana@.exemplo.com',
  'ana@exemplo..com',
  '.ana@exemplo.com',
  'ana.@exemplo.com',
  'an..a@exemplo.com',
  'ana@[127.0.0.1]',
  'ana@127.0.0.1',
  'ana@[ipv6:::1]',
  '"ana maria"@exemplo.com',
  '"ana"@exemplo.com',
  'ana@exemplo.invalid',
  'ana@exemplo.test',
  'ana@impressora.local',
  'ana@localhost',
  'ana@exemplo.example',
  'ana@-exemplo.com',
  'ana@exemplo-.com',
  'ana@exem_plo.com',
  `${'a'.repeat(65)}@exemplo.com`,
  `ana@${'a'.repeat(64)}.com`,
  `ana@${'abcdefghi.'.repeat(26)}com`,
])('%j is not a deliverable address', (typed) => {
  expect(isDeliverable(normalizeEmail(typed))).toBe(false);
});

test.each([
  'ana@exemplo.com.br',
  'ana@praça.com.br',
  'a@b.co',
  "o'brien+x@exemplo.com",
  'ana@1234.com',
  `${'a'.repeat(64)}@exemplo.com`,
])('%j is a deliverable address', (typed) => {
  expect(isDeliverable(normalizeEmail(typed))).toBe(true);
});

test.each([
  ['@ana', 'ana'],
  ['  @ana ', 'ana'],
  ['@ ana', 'ana'],
  ['ana', 'ana'],
  ['Ana@Praça.com.br', 'ana@xn--praa-2oa.com.br'],
  ['@ana@exemplo.com', '@ana@exemplo.com'],
])('%j signs in as %j', (typed, login) => {
  expect(normalizeLogin(typed)).toBe(login);
});
