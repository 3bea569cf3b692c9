import type { Cents } from '#domain/money.ts';
import { cents } from '#domain/money.ts';
import type { SaleSplit } from './fees.ts';
import { fail } from '#domain/errors.ts';
import type { AccountKind } from './account-kinds.ts';

/** One account. `caseId` is the user, order, refund or withdrawal it belongs to; 0 is the platform. */
export interface Account {
  kind: AccountKind;
  caseId: number;
}

/** One movement between two accounts: it cannot be unbalanced. */
export interface Leg {
  debit: Account;
  credit: Account;
  amountCents: Cents;
}

/** Business facts that move money, with the kind of their subject and the pattern of their key. */
export const journalKinds = {
  capture: { subject: 'order', key: 'capture:order:#' },
  conclude: { subject: 'order', key: 'conclude:order:#' },
  release: { subject: 'order', key: 'release:order:#' },
  refund: { subject: 'refund', key: 'refund:#' },
  refund_platform: { subject: 'refund', key: 'refund:#:platform' },
  refund_received: { subject: 'refund', key: 'refund:#:received' },
  refund_paid: { subject: 'refund', key: 'refund:#:paid' },
  return_freight: { subject: 'refund', key: 'refund:#:return_freight' },
  part_used: { subject: 'refund', key: 'refund:#:used' },
  compensation: { subject: 'order', key: 'compensation:order:#' },
  freight: { subject: 'order', key: 'freight:order:#' },
  freight_returned: { subject: 'order', key: 'freight:order:#:returned' },
  block: { subject: 'block', key: 'block:#' },
  unblock: { subject: 'block', key: 'block:#:lifted' },
  withdrawal_asked: { subject: 'withdrawal', key: 'withdrawal:#:asked' },
  withdrawal_paid: { subject: 'withdrawal', key: 'withdrawal:#:paid' },
  withdrawal_reopened: { subject: 'withdrawal', key: 'withdrawal:#:reopened' },
  withdrawal_returned: { subject: 'withdrawal', key: 'withdrawal:#:returned' },
  chargeback: { subject: 'chargeback', key: 'chargeback:#' },
  chargeback_returned: { subject: 'chargeback', key: 'chargeback:#:returned' },
  debt_paid: { subject: 'debt_payment', key: 'debt_payment:#' },
} as const satisfies Record<
  string,
  { subject: 'order' | 'refund' | 'withdrawal' | 'block' | 'chargeback' | 'debt_payment'; key: string }
>;
export type JournalKind = keyof typeof journalKinds;

/** A business fact as a journal. `key` is unique; posting it again has no effect. */
export interface Journal {
  key: string;
  kind: JournalKind;
  /** The id of the subject; `journalKinds` names its table. */
  subjectId: number;
  /** The payment that brought the money; null when no money came in. */
  paymentId: number | null;
  legs: readonly Leg[];
}

/**
 * M1: the whole amount of a confirmed payment becomes the order's escrow.
 * @param sale `heldCents`: the amount that {@link partUsed} moved there just before
 */
export function capture(sale: {
  orderId: number;
  paymentId: number;
  totalCents: Cents;
  heldCents?: Cents;
}): Journal {
  const { orderId, totalCents, heldCents = 0 } = sale;
  return journal('capture', orderId, [leg(psp, escrow(orderId), totalCents - heldCents)], sale.paymentId);
}

/** M1 in parts: a held partial payment becomes escrow once the rest has arrived (§4.6). */
export function partUsed(part: { refundId: number; orderId: number; amountCents: Cents }): Journal {
  return journal('part_used', part.refundId, [
    leg(due(part.refundId), escrow(part.orderId), part.amountCents),
  ]);
}

/** M1 from the buyer's balance: the purchase credit of earlier refunds, and the available balance. */
export function captureBalance(sale: {
  orderId: number;
  paymentId: number;
  buyerId: number;
  purchaseCreditCents: Cents;
  availableCents: Cents;
}): Journal {
  const legs = [
    leg(purchaseCredit(sale.buyerId), escrow(sale.orderId), sale.purchaseCreditCents),
    leg(available(sale.buyerId), escrow(sale.orderId), sale.availableCents),
  ];
  return journal('capture', sale.orderId, legs, sale.paymentId);
}

/**
 * M2: the remaining amount of the sale leaves escrow. The whole commission is earned first and the guarantee part is
 * then set aside from it, so that the books show the gross commission on the seller's invoice.
 * @param sale `split` is `splitSale` of the remaining amount after refunds
 */
export function conclude(sale: { orderId: number; split: SaleSplit }): Journal {
  const { netCents, commissionCents, guaranteeCents } = sale.split;
  return journal('conclude', sale.orderId, [
    leg(escrow(sale.orderId), pending(sale.orderId), netCents),
    leg(escrow(sale.orderId), commission, commissionCents),
    leg(commission, guarantee, guaranteeCents),
  ]);
}

/** M3: the release delay is over and the seller may use the money, less the part that pays a debt (`debtPart`). */
export function release(sale: {
  orderId: number;
  sellerId: number;
  netCents: Cents;
  debtCents?: Cents;
}): Journal {
  return journal('release', sale.orderId, [
    leg(pending(sale.orderId), available(sale.sellerId), sale.netCents),
    leg(available(sale.sellerId), recoverable(sale.sellerId), sale.debtCents ?? 0),
  ]);
}

/** M4: money still in escrow is owed back to the buyer. */
export function refund(given: { refundId: number; orderId: number; amountCents: Cents }): Journal {
  return journal('refund', given.refundId, [
    leg(escrow(given.orderId), due(given.refundId), given.amountCents),
  ]);
}

/** The accounts that a refund after conclusion takes the seller's part from. */
export interface SellerParts {
  pendingCents: Cents;
  blockedCents: Cents;
  availableCents: Cents;
  /** The part the seller does not have: the platform pays it and the seller owes it. */
  recoverableCents: Cents;
}

/**
 * M5, M6: money of a concluded sale is owed back. Seller and platform give back their own shares; the platform's is
 * the commission, whose guarantee part returns from the fund first.
 * @param given amounts from `refundShares`
 */
export function refundConcluded(given: {
  refundId: number;
  orderId: number;
  sellerId: number;
  parts: SellerParts;
  commissionCents: Cents;
  guaranteeCents: Cents;
}): Journal {
  const { refundId, orderId, sellerId, parts } = given;
  return journal('refund', refundId, [
    leg(pending(orderId), due(refundId), parts.pendingCents),
    leg(blocked(orderId), due(refundId), parts.blockedCents),
    leg(available(sellerId), due(refundId), parts.availableCents),
    leg(recoverable(sellerId), due(refundId), parts.recoverableCents),
    leg(guarantee, commission, given.guaranteeCents),
    leg(commission, due(refundId), given.commissionCents),
  ]);
}

interface SaleBlock {
  blockId: number;
  orderId: number;
  sellerId: number;
  amountCents: Cents;
}

/** M7: released money is blocked again, as far as the seller still has it. */
export function block(given: SaleBlock): Journal {
  const legs = [leg(available(given.sellerId), blocked(given.orderId), given.amountCents)];
  return journal('block', given.blockId, legs);
}

/** M7, undone: the blocked money of the order is available again. */
export function unblock(given: SaleBlock): Journal {
  const legs = [leg(blocked(given.orderId), available(given.sellerId), given.amountCents)];
  return journal('unblock', given.blockId, legs);
}

/** Received money that belongs to no escrow (late, duplicate, partial or surplus) is owed back at once. */
export function refundReceived(given: { refundId: number; paymentId: number; amountCents: Cents }): Journal {
  const legs = [leg(psp, due(given.refundId), given.amountCents)];
  return journal('refund_received', given.refundId, legs, given.paymentId);
}

/** M8: the provider gave the buyer's money back. */
export function refundPaid(given: { refundId: number; amountCents: Cents }): Journal {
  return journal('refund_paid', given.refundId, [leg(due(given.refundId), psp, given.amountCents)]);
}

/** M8 at the buyer's choice: the refund becomes credit for purchases or withdrawal. */
export function refundCredited(given: { refundId: number; buyerId: number; amountCents: Cents }): Journal {
  const legs = [leg(due(given.refundId), purchaseCredit(given.buyerId), given.amountCents)];
  return journal('refund_paid', given.refundId, legs);
}

/**
 * M9, requested: the whole amount is set aside, fee included. The fee is earned only when the bank has paid,
 * so one reversal returns every centavo after a refusal or failure.
 * @param asked `creditCents`: the part of the amount that comes out of the purchase credit · `debtCents`: taken from
 *   the balance on top of the amount, to pay off a debt (`debtPart`)
 */
export function withdrawalAsked(asked: {
  withdrawalId: number;
  userId: number;
  amountCents: Cents;
  creditCents?: Cents;
  debtCents?: Cents;
}): Journal {
  const { withdrawalId, userId, amountCents, creditCents = 0, debtCents = 0 } = asked;
  return journal('withdrawal_asked', withdrawalId, [
    leg(available(userId), transit(withdrawalId), cents(amountCents - creditCents)),
    leg(purchaseCredit(userId), transit(withdrawalId), creditCents),
    leg(available(userId), recoverable(userId), debtCents),
  ]);
}

/** M9, paid: `amountCents − feeCents` left through the bank and the fee is earned. */
export function withdrawalPaid(paid: { withdrawalId: number; amountCents: Cents; feeCents: Cents }): Journal {
  return journal('withdrawal_paid', paid.withdrawalId, [
    leg(transit(paid.withdrawalId), psp, cents(paid.amountCents - paid.feeCents)),
    leg(transit(paid.withdrawalId), fees, paid.feeCents),
  ]);
}

/** M9, paid and returned by the bank: reverses {@link withdrawalPaid}; {@link withdrawalReturned} follows. */
export function withdrawalReopened(paid: Parameters<typeof withdrawalPaid>[0]): Journal {
  const back = withdrawalPaid(paid).legs.map((out) => leg(out.credit, out.debit, out.amountCents));
  return journal('withdrawal_reopened', paid.withdrawalId, back);
}

/** M9, not paid or reopened: the whole amount returns to its accounts, fee included; a paid debt stays paid. */
export function withdrawalReturned(back: {
  withdrawalId: number;
  userId: number;
  amountCents: Cents;
  creditCents?: Cents;
}): Journal {
  const { withdrawalId, userId, amountCents, creditCents = 0 } = back;
  return journal('withdrawal_returned', withdrawalId, [
    leg(transit(withdrawalId), available(userId), cents(amountCents - creditCents)),
    leg(transit(withdrawalId), purchaseCredit(userId), creditCents),
  ]);
}

export const psp: Account = { kind: 'psp_cash', caseId: 0 };
const commission: Account = { kind: 'commission_revenue', caseId: 0 };
export const fees: Account = { kind: 'fee_revenue', caseId: 0 };
export const guarantee: Account = { kind: 'guarantee_fund', caseId: 0 };
export const escrow = (orderId: number): Account => ({ kind: 'escrow', caseId: orderId });
const pending = (orderId: number): Account => ({ kind: 'pending_release', caseId: orderId });
export const available = (userId: number): Account => ({ kind: 'available', caseId: userId });
const blocked = (orderId: number): Account => ({ kind: 'blocked', caseId: orderId });
export const purchaseCredit = (userId: number): Account => ({ kind: 'purchase_credit', caseId: userId });
export const recoverable = (userId: number): Account => ({ kind: 'recoverable', caseId: userId });
const due = (refundId: number): Account => ({ kind: 'refund_due', caseId: refundId });
const transit = (withdrawalId: number): Account => ({ kind: 'withdrawal_in_transit', caseId: withdrawalId });

export function leg(debit: Account, credit: Account, amountCents: Cents): Leg {
  return { debit, credit, amountCents: cents(amountCents) };
}

/** Builds a journal. Legs of zero centavos are left out; a journal without legs is a defect. */
export function journal(
  kind: JournalKind,
  subjectId: number,
  legs: Leg[],
  paymentId: number | null = null,
): Journal {
  const moving = legs.filter((each) => each.amountCents > 0);
  if (moving.length === 0) fail('internal', { detail: `Lançamento sem valor: ${kind} ${subjectId}` });
  const key = journalKinds[kind].key.replace('#', String(subjectId));
  return { key, kind, subjectId, paymentId, legs: moving };
}
