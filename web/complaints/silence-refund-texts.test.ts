import { expect, test } from 'vitest';
import { refundedBySilence, silenceRefundOutcome, silenceRefundStep } from './silence-refund-texts.ts';

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
const refunded = { ...found, decisions: [...found.decisions] };

test('a case refunded because of the seller’s silence says so to both sides', () => {
  expect(refundedBySilence(refunded)).toBe(true);
  expect(refundedBySilence({ ...refunded, paidCents: 0 })).toBe(false);
  expect(refundedBySilence({ ...refunded, decisions: [{ ...decision, byDeadline: false }] })).toBe(false);
  expect(silenceRefundStep(refunded, 'buyer').sentence).toMatch(/já estão voltando para você\.$/);
  expect(silenceRefundStep(refunded, 'seller').otherwise).toContain('fundo de garantia');
});

test('the decision of its appeal says what each side gets or owes', () => {
  const last = { ...decision, instance: 'appeal', result: 'release', compensationCents: 9_010 } as const;
  expect(silenceRefundOutcome(last, 'seller')).toMatch(/^O fundo de garantia paga R\$\s90,10 a você\.$/);
  expect(silenceRefundOutcome(last, 'buyer')).toContain('continua seu');
  expect(silenceRefundOutcome({ ...last, buyerDebtCents: 9_010 }, 'buyer')).toContain('você deve');
  expect(silenceRefundOutcome({ ...last, result: 'full' }, 'seller')).toContain('Nada muda');
});
