import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { ReturnOutcome } from '#domain/shipping/returns/returns.ts';
import type { Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { Overdue } from '#server/process/overdue.ts';
import { payPostage } from './endings.ts';
import { lockReturn, moveReturn } from './store.ts';
import type { LockedReturn } from './store.ts';

/**
 * The contested return that a refund decides about (S11); undefined for other refunds.
 * @throws `Overdue` after the final deadline, which is carried out first (N03)
 * @throws `invalid_request` when a part is to go back of another refund, or as much as there is
 */
export async function contestedReturnOf(
  tx: Tx,
  { id, order }: { id: number; order: LockedOrder },
  partCents: number | null,
): Promise<LockedReturn | undefined> {
  const found = await lockReturn(tx, sql`t.refund_id = ${id} and t.state = 'contested'`);
  if (found?.dueAt && found.dueAt <= order.deadlineNow) throw new Overdue({ noun: 'return', id: found.id });
  if (partCents === null) return found;
  if (!found)
    fail('invalid_request', { errors: { amountCents: 'Só uma devolução contestada volta em parte.' } });
  if (partCents >= unrefundedCents(order))
    fail('invalid_request', {
      errors: { amountCents: 'Uma parte é menos do que o valor inteiro. Para tudo, aprove sem valor.' },
    });
  return found;
}

/** S11: staff's decision ends the return; the buyer's postage is paid wherever money goes back. */
export async function settleReturn(
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
  outcome: ReturnOutcome,
): Promise<void> {
  await moveReturn(tx, order, found, { event: 'decide', actor: 'staff', outcome });
  if (outcome !== 'none') await payPostage(tx, order, found);
}
