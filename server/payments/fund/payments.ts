import { sql } from 'kysely';
import { compensation } from '#domain/ledger/compensations.ts';
import type { Cents } from '#domain/money.ts';
import type { RefundDestination } from '#domain/payments/payments.ts';
import type { Tx } from '#server/context.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { refundSale } from '#server/payments/sale-refunds.ts';

/** Why the guarantee fund pays: staff left a complaint, an appeal, a regret or a contested return without a decision. */
export type FundCause =
  | { cause: 'complaint' | 'appeal'; complaintId: number }
  | { cause: 'regret'; regretId: number }
  | { cause: 'return'; returnId: number };

export interface FundPayment {
  /** What the buyer is refunded. */
  buyerCents: Cents;
  /** What the seller is paid whose sale had been refunded before. */
  sellerCents: Cents;
  destination?: RefundDestination;
}

/**
 * N03, M10: staff missed the final deadline, so the guarantee fund pays. The sale itself stays as it is. The refund is
 * sent without a person's approval, whatever its amount, because staff were silent. Refunds that wait for a decision end.
 * The caller has locked the order's row and ends what the fund pays for in the same transaction.
 * @returns the refunds to send after the commit
 */
export async function payFromFund(
  tx: Tx,
  order: LockedOrder,
  about: FundCause,
  { buyerCents, sellerCents, destination }: FundPayment,
): Promise<number[]> {
  const { id: orderId, sellerId, buyerId } = order;
  const complaintId = 'complaintId' in about ? about.complaintId : null;
  const regretId = 'regretId' in about ? about.regretId : null;
  const returnId = 'returnId' in about ? about.returnId : null;
  await sql`insert into fund_payments (order_id, cause, complaint_id, regret_id, return_id, buyer_cents, seller_cents)
    values (${orderId}, ${about.cause}, ${complaintId}, ${regretId}, ${returnId}, ${buyerCents}, ${sellerCents})`.execute(
    tx,
  );
  await sql`update refunds set state = 'rejected', decision_note = 'O fundo de garantia devolveu o valor.'
    where order_id = ${orderId} and state = 'requested'`.execute(tx);
  if (sellerCents > 0)
    await creditAndCollectDebt(tx, sellerId, () =>
      post(tx, compensation({ orderId, sellerId, buyerId, amountCents: sellerCents, debtCents: 0 })),
    );
  if (buyerCents === 0) return [];
  const { refundIds } = await refundSale(tx, order, {
    amountCents: buyerCents,
    reason: 'fund',
    state: 'approved',
    source: 'platform',
    ...(destination && { destination }),
  });
  return refundIds;
}
