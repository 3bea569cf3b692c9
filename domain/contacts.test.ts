import { expect, test } from 'vitest';
import { hasContacts, maskContacts } from './contacts.ts';

test.each([
  ['me liga no 11 98765-4321 hoje', 'me liga no ••• hoje'],
  ['zap (21) 3456-7890', 'zap •••'],
  ['+55 11 98765 4321', '•••'],
  ['fala com joao.silva@gmail.com.br ok', 'fala com ••• ok'],
  ['segue @loja_do_ze lá', 'segue ••• lá'],
  ['veja https://exemplo.com/x?y=1 agora', 'veja ••• agora'],
  ['wa.me/5511987654321', '•••'],
  ['me chama no zap', '•••'],
  ['fale comigo pelo whatsapp', '•••'],
  ['zap 11 98765-4321, que respondo', 'zap •••, que respondo'],
])('%j leaves as %j', (text, masked) => {
  expect(hasContacts(text)).toBe(true);
  expect(maskContacts(text)).toBe(masked);
});

test.each([
  'Serve no modelo 2019 a 2024?',
  'Custa R$ 1.249,90 ou R$ 12.345.678,90?',
  'A chave tem 16 dígitos e nível 30',
  'Tem 1280x720 e 512 GB?',
  'Entrega em 24 horas? São 3 unidades.',
])('%j is no contact', (text) => {
  expect(hasContacts(text)).toBe(false);
  expect(maskContacts(text)).toBe(text);
});

test('a long hostile text takes no time', () => {
  const before = performance.now();
  maskContacts('1 '.repeat(50_000) + '@'.repeat(50_000) + 'a.'.repeat(50_000));
  expect(performance.now() - before).toBeLessThan(2_000);
});
