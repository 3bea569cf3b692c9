import { expect, test } from 'vitest';
import { byDay, transactionWords } from './transaction-words.ts';

test('every movement has words, an unknown one too', () => {
  expect(transactionWords('release', 100)).toBe('Venda liberada');
  expect(transactionWords('withdrawal_asked', -100)).toBe('Saque pedido');
  expect(transactionWords('something_new', 5)).toBe('Entrada');
  expect(transactionWords('something_new', -5)).toBe('Saída');
});

test('lines keep their order under their days', () => {
  const lines = ['2026-03-02', '2026-03-02', '2026-03-01'].map((at, id) => ({ at, id }));
  expect(byDay(lines, (at) => at).map(({ label, lines: of }) => [label, of.map(({ id }) => id)])).toEqual([
    ['2026-03-02', [0, 1]],
    ['2026-03-01', [2]],
  ]);
});
