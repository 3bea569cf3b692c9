import type { Cents } from '#domain/money.ts';
import type { Machine } from '#domain/machine.ts';
import { isEnteredCompany } from '#domain/settings/company.ts';
import type { CompanyRules } from '#domain/settings/company.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** States of a payment proof (`comprovante`), §4.7. Before it is sent, only the order has a state. */
export const paymentProofStates = ['sent', 'in_review', 'approved', 'rejected', 'expired'] as const;
export type PaymentProofState = (typeof paymentProofStates)[number];
export type PaymentProofActor = 'staff' | 'system';
export type PaymentProofEvent = 'propose' | 'approve' | 'reject' | 'expire';

/** Each upload is a separate row: a rejected proof stays rejected and the next one starts at `sent`. */
export const paymentProofMachine: Machine<PaymentProofEvent, PaymentProofState, PaymentProofActor> = {
  // One person proposed a line of the bank statement, or a rejection, and another must confirm it.
  propose: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'in_review' },
  approve: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'approved' },
  reject: { rule: '§4.7', by: ['staff'], from: ['sent', 'in_review'], to: 'rejected' },
  // P06: it was not matched within 72 h, or another payment paid the order.
  expire: { rule: 'P06', by: ['system'], from: ['sent', 'in_review'], to: 'expired' },
};

/** States of payment proofs that wait for a decision. */
export const openPaymentProofStates: readonly PaymentProofState[] = ['sent', 'in_review'];

/** Reasons for rejecting a payment proof (§4.7); each has its own text for the buyer. */
export const paymentProofRefusals = [
  'illegible',
  'other_amount',
  'repeated',
  'scheduled',
  'not_found',
] as const;
export type PaymentProofRefusal = (typeof paymentProofRefusals)[number];

/** Limits of a payment proof: images are re-encoded, a PDF is stored as it was sent. */
export const paymentProofLimits = {
  file: { maxBytes: 10 * 1_048_576, types: ['image/jpeg', 'image/png', 'application/pdf'] },
  fileMegabytes: { at: 'receipts.fileMegabytes', unit: 'megabytes', max: 5, hard: { min: 1, max: 10 } },
  payerName: { min: 3, max: 120 },
  bank: { min: 2, max: 80 },
} as const satisfies Record<string, unknown> & { fileMegabytes: Size };

/** The bank account that receives manual payments; its holder is the company that operates the marketplace. */
export interface ReceivingAccount {
  pixKey: string;
  bank: string;
  branch: string;
  account: string;
}

/** Numbers of §4.7 and P02, P06; times in milliseconds. */
export interface PaymentProofRules {
  account: ReceivingAccount;
  /** How long an order waits for its payment proof. */
  expiryMs: number;
  /** The target time for a decision, when it is late, and when the order is cancelled, counted from the first proof. */
  answerMs: number;
  lateMs: number;
  reviewLimitMs: number;
  maxSendings: number;
  fileMegabytes: Pick<Bounds, 'max'>;
  /** Above it two different people are needed. */
  twoPeopleAboveCents: Cents;
}

const hour = 3_600_000;

/** A placeholder that shows an operator the expected format. */
const exampleAccount: ReceivingAccount = {
  pixKey: 'pagamentos@praca.example',
  bank: 'Banco Exemplo (000)',
  branch: '0001',
  account: '123456-7',
};

/** Whether the operator replaced the placeholder account and its holder; until then buyers cannot pay into it. */
export function isOperatorAccount({ pixKey }: ReceivingAccount, company: CompanyRules): boolean {
  return isEnteredCompany(company) && pixKey !== exampleAccount.pixKey;
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

/** P06: the end of the stock reservation of a manual payment, no matter how many proofs are sent. */
export function reviewEndsAt(firstSentAt: Date, { reviewLimitMs }: PaymentProofRules): Date {
  return new Date(firstSentAt.getTime() + reviewLimitMs);
}

/** Until when another payment proof may be sent after a rejection. */
export function resendUntil(now: Date, firstSentAt: Date, rules: PaymentProofRules): Date {
  return new Date(Math.min(now.getTime() + rules.expiryMs, reviewEndsAt(firstSentAt, rules).getTime()));
}

/** The transfer as the buyer declares it. */
export interface DeclaredTransfer {
  amountCents: Cents;
  paidAt: Date;
}

export type TransferFault = 'other_amount' | 'in_the_future' | 'before_the_order';

/** Tolerance for differences between the clocks of banks and the platform. */
const clockSlackMs = 10 * 60_000;

/** Why a declared transfer is invalid, or null: a scheduled one is no payment, an older one belongs to another order. */
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

/** The effect of approving a payment proof with a line of the bank statement (§4.15). */
export type ApprovalEffect = 'approve' | 'propose';

/**
 * Whether an approval pays the order or is a proposal: support only proposes, and above the limit another person must
 * have proposed the same line before.
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

/** Whether a rejection takes effect or is a proposal: support only proposes (§4.15). */
export function rejectionEffect(role: 'support' | 'admin'): 'reject' | 'propose' {
  return role === 'admin' ? 'reject' : 'propose';
}

/** The maximum Hamming distance of two 64-bit image hashes of the same picture, scaled or re-saved (decision 19). */
export const maxImageHashDistance = 4;
