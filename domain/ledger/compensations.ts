import type { Cents } from '#domain/money.ts';
import { journal, leg } from './postings.ts';
import type { Journal } from './postings.ts';

const fund = { kind: 'guarantee_fund', caseId: 0 } as const;

/** M10: the platform itself owes the buyer, out of the guarantee fund; the seller's sale stays as it is. */
export function refundPlatform({ refundId, amountCents }: { refundId: number; amountCents: Cents }): Journal {
  return journal('refund_platform', refundId, [
    leg(fund, { kind: 'refund_due', caseId: refundId }, amountCents),
  ]);
}

/**
 * M10: the guarantee fund pays the seller whose appeal succeeded after the buyer had been paid, and the buyer owes the
 * fund the amount of the decision (decision 72).
 */
export function compensation(given: {
  orderId: number;
  sellerId: number;
  buyerId: number;
  amountCents: Cents;
  debtCents: Cents;
}): Journal {
  const { orderId, sellerId, buyerId, amountCents, debtCents } = given;
  return journal('compensation', orderId, [
    leg(fund, { kind: 'available', caseId: sellerId }, amountCents),
    leg({ kind: 'recoverable', caseId: buyerId }, fund, debtCents),
  ]);
}
