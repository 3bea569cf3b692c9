import { expect, test } from 'vitest';
import { releaseText } from './release-text.ts';

const now = new Date('2026-11-23T12:00:00Z');
const week = 7 * 86_400_000;
const byHand = { deliveryType: 'manual', promisedHours: 72 } as const;

test('the seller reads the release date of a sale made today, and why', () => {
  const codes = { deliveryType: 'automatic', promisedHours: 0 } as const;
  expect(releaseText(now, codes, undefined, week)).toBe(
    'Vendendo hoje, o valor fica disponível em 30 nov 2026: 7 dias depois da entrega, quando o prazo de reclamação termina.',
  );
});

test('the promised time is added, and a category may have its own rule', () => {
  const accounts = { name: 'Contas', holdDays: 14 };
  expect(releaseText(now, byHand, accounts, week)).toBe(
    'Vendendo hoje, o valor fica disponível em 10 dez 2026: 14 dias depois da entrega, o prazo de «Contas».',
  );
  expect(releaseText(now, byHand, { name: 'Livros', holdDays: null }, week)).toContain('em 3 dez 2026');
});
