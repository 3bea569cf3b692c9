import { expect, test } from 'vitest';
import { outcomeLine } from './complaint-texts.ts';

test('a decision addresses its reader as «você»', () => {
  const partial = { result: 'partial', refundCents: 3_995, ending: null } as const;
  expect(outcomeLine(partial, 'buyer')).toMatch(/voltam para você\. O resto fica com quem vendeu\.$/);
  expect(outcomeLine(partial, 'seller')).toMatch(/voltam a quem comprou\. O resto fica com você\.$/);
  expect(outcomeLine(partial)).toMatch(/voltam a quem comprou\. O resto fica com quem vendeu\.$/);
  const given = { result: null, refundCents: 0, ending: 'withdrawn' } as const;
  expect(outcomeLine(given, 'buyer')).toBe('Você desistiu da reclamação.');
});
