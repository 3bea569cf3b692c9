import { sql } from 'kysely';
import type { ComplaintResult } from '#domain/complaint-outcomes.ts';
import type { Viewer } from '#domain/accounts.ts';
import type { Tx } from '#server/context.ts';
import { lockCase, tell, turn } from './cases.ts';

/**
 * P27: staff took the order out of its complaint, so there is nothing left to decide. The case ends with what the move
 * came to; whatever still waited in it waits no more. The caller holds the order's row.
 * @param result `full`: all that stayed went back · `release`: the sale stands
 */
export async function endForced(
  tx: Tx,
  viewer: Viewer,
  { orderId, reason, result }: { orderId: number; reason: string; result: ComplaintResult },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from complaints where order_id = ${orderId} and state <> 'closed'`.execute(tx);
  const found = rows[0] && (await lockCase(tx, rows[0].id));
  if (!found) return;
  const { complaint, order } = found;
  const refundCents = result === 'full' ? order.refundedCents : complaint.paidCents;
  const outcome = { result, refundCents };
  const ended = await turn(tx, found, {
    event: 'end_by_force',
    actor: 'staff',
    viewer,
    words: reason,
    facts: outcome,
    outcome,
    ending: 'forced',
  });
  const before = { state: complaint.state };
  const after = { state: 'closed', ...outcome };
  await tell(tx, ended, 'complaint.closed', viewer, { ending: 'forced', ...outcome, before, after, reason });
}
