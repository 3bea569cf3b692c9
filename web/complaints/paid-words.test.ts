import { expect, test } from 'vitest';
import { paidBySilence, paidLine, paidSentence } from './paid-words.ts';

const decision = {
  instance: 'first',
  result: 'full',
  refundCents: 10_000,
  percent: null,
  grounds: '',
  rule: '',
  byDeadline: true,
  compensationCents: 0,
  buyerDebtCents: 0,
  at: '2026-03-04T12:00:00.000Z',
} as const;
const found = {
  state: 'decided',
  due: { at: '2026-03-07T12:00:00.000Z', event: 'close' },
  refundCents: 10_000,
  paidCents: 10_000,
  decisions: [decision],
} as const;
const told = { ...found, decisions: [...found.decisions] };

test('a case that silence paid says so to both sides', () => {
  expect(paidBySilence(told)).toBe(true);
  expect(paidBySilence({ ...told, paidCents: 0 })).toBe(false);
  expect(paidBySilence({ ...told, decisions: [{ ...decision, byDeadline: false }] })).toBe(false);
  expect(paidSentence(told, 'buyer').sentence).toMatch(/já estão voltando para você\.$/);
  expect(paidSentence(told, 'seller').otherwise).toContain('fundo de garantia');
});

test('the end of its appeal speaks of what each side gets or owes', () => {
  const last = { ...decision, instance: 'appeal', result: 'release', compensationCents: 9_010 } as const;
  expect(paidLine(last, 'seller')).toMatch(/^O fundo de garantia paga R\$\s90,10 a você\.$/);
  expect(paidLine(last, 'buyer')).toContain('continua seu');
  expect(paidLine({ ...last, buyerDebtCents: 9_010 }, 'buyer')).toContain('você deve');
  expect(paidLine({ ...last, result: 'full' }, 'seller')).toContain('Nada muda');
});
