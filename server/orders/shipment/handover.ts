import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { decideMove, lockOrder, moveOrder, orderEvent, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { openPickupCode } from '#server/shipping/pickup-codes.ts';
import { rulesOf } from '#server/settings/queries.ts';

/** Wrong codes that a seller may type; afterwards the order can only be cancelled. */
export const maxPickupTries = 10;

/**
 * S12: the seller types the buyer's code when the item is handed over, which is the delivery (P13). A wrong code is
 * counted, and the count commits although the call is refused.
 * @throws `invalid_request` for a wrong code, with the number of tries left · `wrong_state`
 */
export async function handOverOrder(
  ctx: Ctx,
  viewer: Viewer,
  { hash, code }: { hash: string; code: string },
): Promise<LockedOrder> {
  const outcome = await inTransaction(ctx.db, async (tx) => {
    const { order, actor } = await lockOrder(tx, hash, viewer);
    if (order.deliveryType !== 'pickup') await refuseMove(tx, order, actor);
    await decideMove(tx, order, 'hand_over', actor);
    const triesLeft = await checkCode(ctx, tx, order, code);
    return triesLeft === null ? handOver(ctx, tx, order, viewer) : { triesLeft };
  });
  return 'triesLeft' in outcome ? refuseCode(outcome.triesLeft) : outcome;
}

async function handOver(ctx: Ctx, tx: Tx, order: LockedOrder, viewer: Viewer): Promise<LockedOrder> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const at = autoConfirmAt({ type: 'pickup', deliveredAt: order.now, revealedAt: null }, timers);
  return moveOrder(tx, order, {
    events: ['hand_over'],
    actor: 'seller',
    actorId: viewer.id,
    due: { at, event: 'confirm_by_time' },
    happenings: (delivered) => [orderEvent('order.delivered', delivered, viewer)],
  });
}

/** Null for the right code; else the tries that are left after this one, or -1 when there was none. */
async function checkCode(ctx: Ctx, tx: Tx, order: LockedOrder, typed: string): Promise<number | null> {
  const { rows } = await sql<{ sealed: Buffer; failed: number }>`
    select sealed, failed_tries as failed from pickups where order_id = ${order.id}`.execute(tx);
  const { sealed, failed } = rows[0]!;
  if (failed >= maxPickupTries) return -1;
  const code = openPickupCode(ctx.keys, order, sealed);
  if (timingSafeEqual(Buffer.from(code), Buffer.from(typed))) return null;
  await sql`update pickups set failed_tries = ${failed + 1} where order_id = ${order.id}`.execute(tx);
  return maxPickupTries - failed - 1;
}

function refuseCode(triesLeft: number): never {
  const code =
    triesLeft < 1
      ? 'Códigos errados demais. Fale com o atendimento antes do fim do prazo.'
      : `Este não é o código deste pedido. ${triesLeft === 1 ? 'Resta 1 tentativa' : `Restam ${triesLeft} tentativas`}.`;
  return fail('invalid_request', { errors: { code }, meta: { triesLeft: Math.max(triesLeft, 0) } });
}

/** What a party sees of the handover. */
export function presentPickup(
  ctx: Ctx,
  row: {
    state: OrderState;
    buyer_id: number;
    listing_id: number;
    paid_at: Date | null;
    promised_at: Date | null;
    pickup: { sealed: string; failedTries: number } | null;
  },
  viewerIs: 'buyer' | 'seller' | 'staff' | 'stranger',
): { code: string | null; until: string | null; triesLeft: number } | null {
  if (!row.pickup) return null;
  const shown = viewerIs === 'buyer' && row.paid_at !== null && row.state === 'paid';
  const deal = { buyerId: row.buyer_id, listingId: row.listing_id };
  return {
    code: shown ? openPickupCode(ctx.keys, deal, Buffer.from(row.pickup.sealed, 'hex')) : null,
    until: row.promised_at && row.promised_at.toISOString(),
    triesLeft: maxPickupTries - row.pickup.failedTries,
  };
}
