import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { applySaleStop } from '#server/payments/sale-blocks.ts';

/**
 * F55: starts the analysis of a payment that the rules of risk want a person to look at (§4.6). It stops only the money,
 * the timer and the codes of this sale, and ends by itself in favour of both sides.
 * @returns false where the order was analysed before
 */
export async function holdForRisk(tx: Tx, order: LockedOrder, holdMs: number): Promise<boolean> {
  const until = new Date(order.now.getTime() + holdMs);
  const { rows } = await sql`insert into analyses (order_id, reason, note, until)
    values (${order.id}, 'risk', 'As regras de risco pediram a conferência.', ${until})
    on conflict (order_id) do nothing returning order_id`.execute(tx);
  if (rows.length === 0) return false;
  await applySaleStop(tx, order);
  await record(tx, orderEvent('payment.analysed', order, null, { code: 'risk', until }));
  return true;
}
