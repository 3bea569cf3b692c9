import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { recordFacts } from './facts.ts';

/** S07, S16: no news for too long after the promised day: the parcel is lost. */
export function loseByTime(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<ClosedOrder> {
  const lost = { kind: 'lost', at: order.now, place: '', words: 'Sem notícia da transportadora' } as const;
  return recordFacts(ctx, tx, order, { events: [lost], by: 'system' });
}

/** S08: the promised day of a parcel without tracking has passed. */
export function assumeDelivered(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<ClosedOrder> {
  const delivered = {
    kind: 'delivered',
    at: order.promiseAt ?? order.now,
    place: '',
    words: 'Prazo de entrega encerrado, sem rastreio',
  } as const;
  return recordFacts(ctx, tx, order, { events: [delivered], by: 'system' });
}

/** Failed questions to a carrier after which deadlines go on without its answer: about three days. */
const patience = 15;

/**
 * S07: what a carrier knows counts, so an order is not cancelled and a parcel not lost by time while the carrier gives
 * no answer: the timer tries again in an hour.
 * @returns whether it was postponed
 */
export async function awaitsCarrier(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { rows } = await sql`
    select from shipments where order_id = ${order.id} and label_id is not null
      and failed_checks between 1 and ${patience}`.execute(tx);
  if (rows.length === 0) return false;
  await sql`update orders set due_at = market_now() + interval '1 hour' where id = ${order.id}`.execute(tx);
  return true;
}
