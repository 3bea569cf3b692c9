import { sql } from 'kysely';
import type { ComplaintEnding, ComplaintResult } from '#domain/complaints/outcomes.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import { lockCase, tell } from '#server/complaints/cases.ts';
import { turn } from '#server/complaints/transitions.ts';
import type { Turn } from '#server/complaints/transitions.ts';

/**
 * P27: staff took the order out of its complaint, so there is nothing left to decide. The case ends with what the move
 * came to; whatever still waited in it waits no more. The caller holds the order's row.
 * @param result `full`: all that stayed went back · `release`: the sale stands
 */
export function endForced(
  tx: Tx,
  viewer: Viewer,
  { orderId, reason, result }: { orderId: number; reason: string; result: ComplaintResult },
): Promise<void> {
  return end(tx, orderId, result, {
    event: 'end_by_force',
    actor: 'staff',
    viewer,
    words: reason,
    ending: 'forced',
  });
}

/** P26: the buyer's bank took back all that stayed. The caller holds the order's row. */
export function endTakenBack(tx: Tx, orderId: number): Promise<void> {
  return end(tx, orderId, 'full', {
    event: 'end_by_bank',
    actor: 'system',
    viewer: null,
    words: 'O banco de quem comprou pegou o valor de volta.',
    ending: 'charged_back',
  });
}

type Ending = Turn & { words: string; ending: ComplaintEnding };

async function end(tx: Tx, orderId: number, result: ComplaintResult, how: Ending): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from complaints where order_id = ${orderId} and state <> 'closed'`.execute(tx);
  const found = rows[0] && (await lockCase(tx, rows[0].id));
  if (!found) return;
  const { complaint, order } = found;
  const outcome = { result, refundCents: result === 'full' ? order.refundedCents : complaint.paidCents };
  const ended = await turn(tx, found, { ...how, facts: outcome, outcome });
  const before = { state: complaint.state };
  const after = { state: 'closed', ...outcome };
  const { ending, words: reason, viewer } = how;
  await tell(tx, ended, 'complaint.closed', viewer, { ending, ...outcome, before, after, reason });
}
