import type { ComplaintSide, ComplaintState } from './complaints.ts';
import { compensationOf, paidInFull } from './outcomes.ts';
import type { ComplaintResult } from './outcomes.ts';
import type { FeeRule } from '#domain/ledger/fees.ts';
import type { Cents } from '#domain/money.ts';

/** The facts of an undecided complaint or appeal that say what the fund owes. */
export interface UndecidedCase {
  state: ComplaintState;
  result: ComplaintResult | null;
  refundCents: Cents;
  paidCents: Cents;
  fulfilledAt: Date | null;
  appealed: readonly ComplaintSide[];
}

/**
 * N03: what the guarantee fund pays when staff miss the final deadline. The buyer gets everything in dispute, or what the
 * first decision gave where only the seller appealed. The seller keeps the sale; one whose sale was refunded for silence
 * (R04) gets what it would have left.
 * @param sale `unrefundedCents`: the part of the sale that is not refunded
 */
export function fundShares(
  found: UndecidedCase,
  sale: { unrefundedCents: Cents; fee: FeeRule },
): { buyerCents: Cents; sellerCents: Cents } {
  const { state, result, refundCents, paidCents, fulfilledAt, appealed } = found;
  if (state === 'appealed' && paidInFull(found))
    return { buyerCents: 0, sellerCents: compensationOf(paidCents, 0, sale.fee) };
  const isContested =
    state !== 'appealed' || appealed.includes('buyer') || (result === 'replacement' && fulfilledAt === null);
  return { buyerCents: isContested ? sale.unrefundedCents : refundCents - paidCents, sellerCents: 0 };
}
