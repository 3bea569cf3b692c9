import type { PaymentState } from './payments.ts';

/** States of a payment whose money arrived, whatever became of it. */
export const paidPaymentStates: readonly PaymentState[] = [
  'confirmed',
  'partially_refunded',
  'refunded',
  'contested',
  'upheld',
  'charged_back',
];
