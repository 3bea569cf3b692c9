import type { Cents } from '#domain/money.ts';
import type { Machine } from '#domain/machine.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** States of a receipt (`comprovante`), §4.7. What waits to be sent is the order's own state. */
export const paymentProofStates = ['sent', 'in_review', 'approved', 'rejected', 'expired'] as const;
export type PaymentProofState = (typeof paymentProofStates)[number];
export type PaymentProofActor = 'staff' | 'system';
export type PaymentProofEvent = 'propose' | 'approve' | 'reject' | 'expire';

/** Each sending is a row of its own: a refused receipt stays refused and the next one begins at `sent`. */
export const paymentProofMachine: Machine<PaymentProofEvent, PaymentProofState, PaymentProofActor> = {
  // A line of the bank's statement was named by one person, or a refusal, and waits for another.
  propose: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'in_review' },
  approve: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'approved' },
  reject: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'rejected' },
  // P06: nobody could match it in 72 h; or other money paid its order.
  expire: { rule: 'P06', by: ['system'], from: ['sent', 'in_review'], to: 'expired' },
};

/** Receipts that wait for a decision. */
export const openPaymentProofStates: readonly PaymentProofState[] = ['sent', 'in_review'];

/** Why a receipt is refused: a fixed list (§4.7), each with words of its own for the buyer. */
export const paymentProofRefusals = [
  'illegible',
  'other_amount',
  'repeated',
  'scheduled',
  'not_found',
] as const;
export type PaymentProofRefusal = (typeof paymentProofRefusals)[number];

/** What a receipt may be: a picture is drawn anew, a PDF stays as it came. */
export const paymentProofLimits = {
  file: { maxBytes: 10 * 1_048_576, types: ['image/jpeg', 'image/png', 'application/pdf'] },
  fileMegabytes: { at: 'receipts.fileMegabytes', unit: 'megabytes', max: 5, hard: { min: 1, max: 10 } },
  payerName: { min: 3, max: 120 },
  bank: { min: 2, max: 80 },
} as const satisfies Record<string, unknown> & { fileMegabytes: Size };

/** Where a manual payment is sent to: an account of the installation's own. */
export interface ReceivingAccount {
  holder: string;
  document: string;
  pixKey: string;
  bank: string;
  branch: string;
  account: string;
}

/** Numbers of §4.7 and P02, P06; times in milliseconds. */
export interface PaymentProofRules {
  account: ReceivingAccount;
  /** How long an order waits for its receipt. */
  expiryMs: number;
  /** By when staff answer, from when on it is late, and when the order is cancelled: that one from the first sending. */
  answerMs: number;
  lateMs: number;
  reviewLimitMs: number;
  maxSendings: number;
  fileMegabytes: Pick<Bounds, 'max'>;
  /** Above it two different people are needed. */
  twoPeopleAboveCents: Cents;
}

const hour = 3_600_000;

/** Nobody's: it shows an operator what is to be written. */
const exampleAccount: ReceivingAccount = {
  holder: 'Praça Demonstração Ltda.',
  document: '12.345.678/0001-95',
  pixKey: 'pagamentos@praca.example',
  bank: 'Banco Exemplo (000)',
  branch: '0001',
  account: '123456-7',
};

/** Whether the operator wrote an account of their own: until then nobody is told to pay into it. */
export function isOperatorAccount({ document, pixKey }: ReceivingAccount): boolean {
  return document !== exampleAccount.document && pixKey !== exampleAccount.pixKey;
}

export const defaultPaymentProofRules: PaymentProofRules = {
  account: exampleAccount,
  expiryMs: 24 * hour,
  answerMs: 24 * hour,
  lateMs: 48 * hour,
  reviewLimitMs: 72 * hour,
  maxSendings: 3,
  fileMegabytes: defaultBounds(paymentProofLimits.fileMegabytes),
  twoPeopleAboveCents: 100_000,
};

/** P06: stock is kept for payments by hand so long and no longer, however often a receipt is sent. */
export function reviewEndsAt(firstSentAt: Date, { reviewLimitMs }: PaymentProofRules): Date {
  return new Date(firstSentAt.getTime() + reviewLimitMs);
}

/** Until when another receipt may be sent after a refusal. */
export function resendUntil(now: Date, firstSentAt: Date, rules: PaymentProofRules): Date {
  return new Date(Math.min(now.getTime() + rules.expiryMs, reviewEndsAt(firstSentAt, rules).getTime()));
}

/** What the buyer says of the transfer. */
export interface DeclaredTransfer {
  amountCents: Cents;
  paidAt: Date;
}

export type TransferFault = 'other_amount' | 'in_the_future' | 'before_the_order';

/** Clocks of banks and of the market differ a little. */
const clockSlackMs = 10 * 60_000;

/** What is wrong with what the buyer says, or null: a scheduled transfer is no payment, an older one pays another order. */
export function transferFault(
  transfer: DeclaredTransfer,
  order: { totalCents: Cents; createdAt: Date },
  now: Date,
): TransferFault | null {
  if (transfer.amountCents !== order.totalCents) return 'other_amount';
  if (transfer.paidAt.getTime() > now.getTime() + clockSlackMs) return 'in_the_future';
  if (transfer.paidAt.getTime() < order.createdAt.getTime() - clockSlackMs) return 'before_the_order';
  return null;
}

/** What follows a decision about a receipt for a line of the bank's statement (§4.15). */
export type ApprovalEffect = 'approve' | 'propose';

/**
 * Whether a yes opens the order or is a proposal: support only proposes, and above the limit the same line must have
 * been named by somebody else before.
 */
export function approvalEffect(
  yes: { staffId: number; role: 'support' | 'admin'; lineId: number },
  receipt: { amountCents: Cents; proposal: { staffId: number; lineId: number } | null },
  { twoPeopleAboveCents }: PaymentProofRules,
): ApprovalEffect {
  if (yes.role === 'support') return 'propose';
  if (receipt.amountCents <= twoPeopleAboveCents) return 'approve';
  const { proposal } = receipt;
  const second = proposal !== null && proposal.staffId !== yes.staffId && proposal.lineId === yes.lineId;
  return second ? 'approve' : 'propose';
}

/** Whether a no gives the buyer another try or ends the order, or is a proposal: support only proposes (§4.15). */
export function rejectionEffect(role: 'support' | 'admin'): 'reject' | 'propose' {
  return role === 'admin' ? 'reject' : 'propose';
}

/** Pictures differ in so many of 64 bits at most when one is the other scaled or saved again (decision 19). */
export const maxImageHashDistance = 4;
