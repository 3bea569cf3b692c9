import { expect, test } from 'vitest';
import { leastCpuTimeOf } from '#test/cpu-time.ts';
import { hasSecret } from './secrets.ts';

test.each([
  'A senha é gato2026',
  'senha: margarida',
  'Login: ana.souza',
  'Código do jogo: 77AB-XZ12',
  'o código 8812AB',
  'ABCD-EFGH-1234',
  'Chave: 9K2F7-QQ8ZM-44LXT-01ABC',
  'password=hunter2',
])('«%s» looks like a secret', (text) => {
  expect(hasSecret(text)).toBe(true);
});

test.each([
  'Bom dia, quando chega o código?',
  'Troquei a senha, pode tentar.',
  'Você usa o código postal para calcular o frete?',
  'Meu pedido é o 8F3K e paguei R$ 1.249,90 ontem.',
  'Chego às 14:20.',
  'segunda-feira de manhã-cedo',
  'É o modelo X-200 da Sony?',
])('«%s» does not', (text) => {
  expect(hasSecret(text)).toBe(false);
});

test('a long text is scanned within 50 ms', () => {
  const long = [`senha ${'a'.repeat(2_000)}`, 'ABCD-'.repeat(400), 'senha '.repeat(330)];
  expect(leastCpuTimeOf(() => long.forEach(hasSecret), 50)).toBeLessThan(50);
});
