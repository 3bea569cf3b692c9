import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { notifyTicketChanged } from './messages.ts';
import { lockForStaff, requireOpenTicket } from './states.ts';

/**
 * Sets or removes the order that a ticket is about. The person sees it too.
 * @throws `invalid_request` for another person's order, and where the ticket is about a withdrawal or a listing
 *   already; `wrong_state` when it has ended
 */
export async function linkOrder(
  ctx: Ctx,
  viewer: Viewer,
  { id, orderId }: { id: number; orderId: number | null },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const ticket = await lockForStaff(tx, viewer, id);
    requireOpenTicket(ticket);
    if (orderId !== null) await checkOrder(tx, { id, userId: ticket.user_id, orderId });
    const { numAffectedRows } = await sql`
      update tickets set order_id = ${orderId} where id = ${id} and order_id is distinct from ${orderId}`.execute(
      tx,
    );
    if (numAffectedRows === 0n) return;
    const subject = { kind: 'ticket', id } as const;
    await record(tx, { kind: 'ticket.linked', actor: viewer, subject, data: { orderId } });
    await notifyTicketChanged(ctx, tx, ticket, true);
  });
}

async function checkOrder(
  tx: Tx,
  { id, userId, orderId }: { id: number; userId: number; orderId: number },
): Promise<void> {
  const { rows } = await sql<{ own: boolean; taken: boolean }>`
    select withdrawal_id is not null or listing_id is not null as taken,
      exists (select from orders where id = ${orderId} and ${userId}::bigint in (buyer_id, seller_id)) as own
    from tickets where id = ${id}`.execute(tx);
  const { own, taken } = rows[0]!;
  if (!own) fail('invalid_request', { errors: { orderId: 'Escolha um pedido desta pessoa.' } });
  if (taken)
    fail('invalid_request', {
      errors: { orderId: 'Este atendimento já é sobre um saque ou um anúncio.' },
    });
}
