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
import type { GivenBack } from './give-back.ts';

/**
 * P25: the seller gives back a part, or all that stays, whenever they like; nobody of the staff is asked.
 * @throws `wrong_state` while the order is unpaid, in complaint or over
 */
export async function refundOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, amountCents, note }: { hash: string } & Body<typeof contract.refundOrder>,
): Promise<GivenBack> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (actor !== 'seller') await refuseMove(tx, order, actor);
  const event = amountCents === unrefundedCents(order) ? wholeBy(order) : null;
  return giveBack(ctx, tx, order, {
    amountCents,
    event,
    note,
    reason: 'seller_offer',
    by: { actor, viewer },
  });
}

/** A sale that was not delivered is cancelled; afterwards it is refunded. */
function wholeBy({ state }: LockedOrder): OrderEvent {
  return state === 'paid' || state === 'in_delivery' ? 'cancel_sale' : 'refund_sale';
}

interface Waiting {
  state: RefundState;
  byBalance: boolean;
  returns: ReturnReason | null;
  byHand: boolean;
}

/** Where its buyer may still send a refund. */
function destinationsOf({ state, byHand, ...refund }: Waiting): RefundDestination[] {
  if (!notLeft.includes(state) || byHand) return [];
  return refundDestinations.filter((one) => (one === 'original' ? !refund.byBalance : !refund.returns));
}

const notLeft: readonly RefundState[] = ['requested', 'in_review', 'approved', 'failed', 'manual'];

/**
 * §4.8: only the buyer says that the money should stay here; what was paid by balance goes nowhere else, what a
 * stranger paid is not the buyer's, what a card paid stays with the card while it may be contested, and a Pix that somebody of the team sent by hand is on its way already.
 */
export async function chooseDestination(
  tx: Tx,
  viewer: Viewer,
  { id, destination }: { id: number; destination: RefundDestination },
): Promise<Reply<typeof contract.chooseDestination>> {
  const { rows } = await sql<Waiting>`
    select r.state, p.method = 'balance' as "byBalance", ${returnReason} as "returns",
      r.hand_end_to_end_id is not null as "byHand"
    from refunds r join orders o on o.id = r.order_id
      join payments p on p.id = r.payment_id
    where r.id = ${id} and o.buyer_id = ${viewer.id} for no key update of o, r`.execute(tx);
  const refund = rows[0] ?? fail('not_found');
  const meta = { state: refund.state, allowed: destinationsOf(refund) };
  if (!notLeft.includes(refund.state) || (refund.byBalance && destination === 'original'))
    fail('wrong_state', { meta });
  if (refund.returns && destination === 'balance')
    fail('wrong_state', { detail: returnReasonTexts[refund.returns], meta });
  if (refund.byHand) {
    const detail = 'Já enviamos este valor por Pix. Ele chega na sua conta no banco.';
    fail('wrong_state', { detail, meta });
  }
  // A Pix that the bank won't return any more needs nobody's hand to become balance.
  const state = refund.state === 'manual' && destination === 'balance' ? 'approved' : refund.state;
  await sql`update refunds set destination = ${destination}, state = ${state} where id = ${id}`.execute(tx);
  return { id, state, destination };
}
