import { expect, test } from 'vitest';
import { releaseWords } from './release-words.ts';

const now = new Date('2026-11-23T12:00:00Z');
const week = 7 * 86_400_000;
const byHand = { deliveryType: 'manual', promisedHours: 72 } as const;

test('the seller reads the day on which a sale of today is free, and why', () => {
  const codes = { deliveryType: 'automatic', promisedHours: 0 } as const;
  expect(releaseWords(now, codes, undefined, week)).toBe(
    'Vendendo hoje, o valor fica livre em 30 nov 2026: 7 dias depois da entrega, quando o prazo de reclamação termina.',
  );
});

test('the promised time comes first, and a category has a rule of its own', () => {
  const accounts = { name: 'Contas', holdDays: 14 };
  expect(releaseWords(now, byHand, accounts, week)).toBe(
    'Vendendo hoje, o valor fica livre em 10 dez 2026: 14 dias depois da entrega, o prazo de «Contas».',
  );
  expect(releaseWords(now, byHand, { name: 'Livros', holdDays: null }, week)).toContain('em 3 dez 2026');
});
