import { expect, test } from 'vitest';
import { resolutionLinks } from './closure-links.ts';

test('a balance links to the transactions, open orders to purchases and sales', () => {
  expect(resolutionLinks('Você tem R$ 10,00 de saldo. Saque o valor antes.').map(({ to }) => to)).toEqual([
    '/conta/transacoes',
  ]);
  expect(
    resolutionLinks('Você tem 2 pedidos em andamento. Espere que eles terminem.').map(({ to }) => to),
  ).toEqual(['/conta/compras', '/conta/vendas']);
});

test('a reason that only staff can resolve has no link', () => {
  expect(resolutionLinks('Esta conta está suspensa. Fale com o atendimento.')).toEqual([]);
});
