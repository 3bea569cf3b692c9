import { sql } from 'kysely';
import type { ComplaintEnding, ComplaintResult } from '#domain/complaints/outcomes.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import { lockCase, notifySides } from '#server/complaints/cases.ts';
import { applyTransition } from '#server/complaints/transitions.ts';
import type { Transition } from '#server/complaints/transitions.ts';

/**
 * P27: ends the complaint of an order that staff moved out of it, with the result of that move. The caller has locked the
 * order's row.
 * @param result `full`: everything left was refunded · `release`: the sale stands
 */
export function endForced(
  tx: Tx,
  viewer: Viewer,
  { orderId, reason, result }: { orderId: number; reason: string; result: ComplaintResult },
): Promise<void> {
  return endComplaint(tx, orderId, result, {
    event: 'end_by_force',
    actor: 'staff',
    viewer,
    words: reason,
    ending: 'forced',
  });
}

/** P26: ends the complaint because the buyer's bank charged back everything left. The caller has locked the order's row. */
export function endChargedBack(tx: Tx, orderId: number): Promise<void> {
  return endComplaint(tx, orderId, 'full', {
    event: 'end_by_bank',
    actor: 'system',
    viewer: null,
    words: 'O banco de quem comprou pegou o valor de volta.',
    ending: 'charged_back',
  });
}

type Ending = Transition & { words: string; ending: ComplaintEnding };

async function endComplaint(tx: Tx, orderId: number, result: ComplaintResult, how: Ending): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from complaints where order_id = ${orderId} and state <> 'closed'`.execute(tx);
  const found = rows[0] && (await lockCase(tx, rows[0].id));
  if (!found) return;
  const { complaint, order } = found;
  const outcome = { result, refundCents: result === 'full' ? order.refundedCents : complaint.paidCents };
  const ended = await applyTransition(tx, found, { ...how, facts: outcome, outcome });
  const before = { state: complaint.state };
  const after = { state: 'closed', ...outcome };
  const { ending, words: reason, viewer } = how;
  await notifySides(tx, ended, 'complaint.closed', viewer, { ending, ...outcome, before, after, reason });
}
