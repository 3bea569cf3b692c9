import type { Cents } from '#domain/money.ts';
import { available, escrow, fees, guarantee, journal, leg, purchaseCredit, recoverable } from './postings.ts';
import type { Account, Journal } from './postings.ts';

const carriers: Account = { kind: 'freight_payable', caseId: 0 };

/**
 * S06: the freight leaves escrow when the parcel is posted with a label that the platform bought.
 * @param label `chargedCents`: what the carrier charges · `spentCents`: what the sale pays for it; the rest is earned or,
 *   when the carrier charges more, paid by the guarantee fund
 */
export function freightSpent(label: { orderId: number; chargedCents: Cents; spentCents: Cents }): Journal {
  const { orderId, chargedCents, spentCents } = label;
  return journal('freight', orderId, [
    leg(escrow(orderId), carriers, Math.min(chargedCents, spentCents)),
    leg(escrow(orderId), fees, Math.max(spentCents - chargedCents, 0)),
    leg(guarantee, carriers, Math.max(chargedCents - spentCents, 0)),
  ]);
}

/** S10: a parcel that came back through the buyer's fault: the seller who posted it keeps the freight. */
export function freightEarned(sale: { orderId: number; sellerId: number; freightCents: Cents }): Journal {
  const legs = [leg(escrow(sale.orderId), available(sale.sellerId), sale.freightCents)];
  return journal('freight', sale.orderId, legs);
}

/**
 * S06, S16: what {@link freightSpent} took returns to escrow before a refund needs it: from the seller, or from the
 * guarantee fund where the parcel was lost with the platform's label.
 */
export function freightReturned(given: {
  orderId: number;
  sellerId: number;
  /** Parts of the label's cost; their sum is all of it. */
  fundCents: Cents;
  availableCents: Cents;
  recoverableCents: Cents;
}): Journal {
  const { orderId, sellerId } = given;
  return journal('freight_returned', orderId, [
    leg(guarantee, escrow(orderId), given.fundCents),
    leg(available(sellerId), escrow(orderId), given.availableCents),
    leg(recoverable(sellerId), escrow(orderId), given.recoverableCents),
  ]);
}

/**
 * S06, S11: the way back, paid by the seller or the platform: to the carrier for a label, or to the buyer who posted it.
 * @param paid parts of its cost; their sum is all of it
 */
export function returnFreight(paid: {
  refundId: number;
  sellerId: number;
  /** Who is paid: the carrier, or the buyer as purchase credit. */
  to: 'carrier' | { buyerId: number };
  fundCents: Cents;
  availableCents: Cents;
  recoverableCents: Cents;
}): Journal {
  const { refundId, sellerId, to } = paid;
  const payee = to === 'carrier' ? carriers : purchaseCredit(to.buyerId);
  return journal('return_freight', refundId, [
    leg(guarantee, payee, paid.fundCents),
    leg(available(sellerId), payee, paid.availableCents),
    leg(recoverable(sellerId), payee, paid.recoverableCents),
  ]);
}
