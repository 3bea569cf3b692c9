import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import type { Closed, Closer } from './closing.ts';
import { happening, moveOrder } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { returnParts } from './parts.ts';
import { releaseStock } from './stock.ts';

/**
 * P06: nobody could match what was shown; nothing was received, and the stock goes back on sale. A receipt that still
 * waited lapses with the order (`orders_lapse_receipts`).
 */
export async function refuseReview(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { actor, viewer, reason }: Closer & { reason: string },
): Promise<Closed> {
  const moved = await moveOrder(tx, order, {
    events: ['refuse_payment'],
    actor,
    actorId: viewer?.id,
    note: reason,
    alongside: [
      sql`ended as (update payments set state = 'cancelled'
        where order_id = ${order.id} and state in ('created', 'pending'))`,
    ],
    happenings: (now) => [happening('order.cancelled', now, viewer, { event: 'refuse_payment', reason })],
  });
  await releaseStock(tx, order);
  // What of its price came in before goes with the refunds' sweep.
  await returnParts(ctx, tx, order.id);
  return { order: moved, tell: async () => undefined };
}

/** P02 taken back: a receipt was refused, and another may be sent until then. */
export async function resumePayment(
  tx: Tx,
  order: LockedOrder,
  { actor, viewer, until }: Closer & { until: Date },
): Promise<LockedOrder> {
  return moveOrder(tx, order, {
    events: ['reopen_payment'],
    actor,
    actorId: viewer?.id,
    due: { at: until, event: 'expire' },
    alongside: [
      sql`prolonged as (update payments set expires_at = ${until}
        where order_id = ${order.id} and state in ('created', 'pending'))`,
    ],
  });
}
