import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ReportReason } from '#domain/community/reports.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';

/**
 * F14: removes a reported message from what both sides see of their order. Its text stays as evidence for the team; one
 * that led out of the market counts when the sender next writes contact data (§4.14).
 */
export async function removeMessage(
  tx: Tx,
  viewer: Viewer,
  { id, reason, note }: { id: number; reason: ReportReason; note: string },
): Promise<void> {
  const { rows } = await sql<{ orderId: number; to: 'buyer' | 'seller' }>`
    with gone as (
      insert into order_message_removals (message_id, sender_id, reason, removed_by)
      select id, sender_id, ${reason}, ${viewer.id} from order_messages where id = ${id}
      on conflict do nothing returning message_id)
    select o.id as "orderId", case m.sender_id when o.buyer_id then 'buyer' else 'seller' end as to
    from gone join order_messages m on m.id = gone.message_id join orders o on o.id = m.order_id`.execute(tx);
  if (!rows[0]) return;
  await recordDecision(tx, {
    kind: 'conversation.removed',
    actor: viewer,
    subject: { kind: 'order', id: rows[0].orderId },
    before: { removed: false },
    after: { removed: true },
    reason: note,
    data: { to: rows[0].to, messageId: id, removedFor: reason },
  });
}
