import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { OrderEvent } from '#domain/orders/orders.ts';
import { refundDestinations } from '#domain/payments/payments.ts';
import type { RefundDestination, RefundState } from '#domain/payments/payments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { returnReason, returnReasonTexts } from '#server/payments/payers.ts';
import type { ReturnReason } from '#server/payments/payers.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { giveBack } from './give-back.ts';
import type { GiveBackResult } from './give-back.ts';

/**
 * P25: the seller refunds a part, or all that is not refunded yet, at any time and without staff.
 * @throws `wrong_state` while the order is unpaid, in complaint or over
 */
export async function refundOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, amountCents, note }: { hash: string } & Body<typeof contract.refundOrder>,
): Promise<GiveBackResult> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (actor !== 'seller') await refuseMove(tx, order, actor);
  const event = amountCents === unrefundedCents(order) ? fullRefundEvent(order) : null;
  return giveBack(ctx, tx, order, {
    amountCents,
    event,
    note,
    reason: 'seller_offer',
    by: { actor, viewer },
  });
}

/** A full refund cancels an undelivered sale and refunds a delivered one. */
function fullRefundEvent({ state }: LockedOrder): OrderEvent {
  return state === 'paid' || state === 'in_delivery' ? 'cancel_sale' : 'refund_sale';
}

interface RedirectableRefund {
  state: RefundState;
  byBalance: boolean;
  returns: ReturnReason | null;
  byHand: boolean;
}

/** The destinations that the buyer may still choose. */
function destinationsOf({ state, byHand, ...refund }: RedirectableRefund): RefundDestination[] {
  if (!unsentStates.includes(state) || byHand) return [];
  return refundDestinations.filter((one) => (one === 'original' ? !refund.byBalance : !refund.returns));
}

const unsentStates: readonly RefundState[] = ['requested', 'in_review', 'approved', 'failed', 'manual'];

/**
 * §4.8: only the buyer can choose the balance as destination. A payment from the balance goes back there only; money of
 * another payer is not the buyer's; a card payment goes back to the card while it may be contested; and a manual Pix is
 * on its way already.
 */
export async function chooseDestination(
  tx: Tx,
  viewer: Viewer,
  { id, destination }: { id: number; destination: RefundDestination },
): Promise<Reply<typeof contract.chooseDestination>> {
  const { rows } = await sql<RedirectableRefund>`
    select r.state, p.method = 'balance' as "byBalance", ${returnReason} as "returns",
      r.hand_end_to_end_id is not null as "byHand"
    from refunds r join orders o on o.id = r.order_id
      join payments p on p.id = r.payment_id
    where r.id = ${id} and o.buyer_id = ${viewer.id} for no key update of o, r`.execute(tx);
  const refund = rows[0] ?? fail('not_found');
  const meta = { state: refund.state, allowed: destinationsOf(refund) };
  if (!unsentStates.includes(refund.state) || (refund.byBalance && destination === 'original'))
    fail('wrong_state', { meta });
  if (refund.returns && destination === 'balance')
    fail('wrong_state', { detail: returnReasonTexts[refund.returns], meta });
  if (refund.byHand) {
    const detail = 'Já enviamos este valor por Pix. Ele chega na sua conta no banco.';
    fail('wrong_state', { detail, meta });
  }
  // A Pix that the bank no longer returns needs no manual payment to become balance.
  const state = refund.state === 'manual' && destination === 'balance' ? 'approved' : refund.state;
  await sql`update refunds set destination = ${destination}, state = ${state} where id = ${id}`.execute(tx);
  return { id, state, destination };
}
