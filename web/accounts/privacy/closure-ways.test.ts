import { expect, test } from 'vitest';
import { waysOut } from './closure-ways.ts';

test('money leads to the balance, orders to purchases and sales', () => {
  expect(waysOut('Você tem R$ 10,00 de saldo. Saque o valor antes.').map(({ to }) => to)).toEqual([
    '/conta/transacoes',
  ]);
  expect(waysOut('Você tem 2 pedidos em andamento. Espere que eles terminem.').map(({ to }) => to)).toEqual([
    '/conta/compras',
    '/conta/vendas',
  ]);
});

test('what only the team can settle leads nowhere', () => {
  expect(waysOut('Esta conta está suspensa. Fale com o atendimento.')).toEqual([]);
});
