import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { openDeliveryNote as endpoint } from '#contract/orders/staff-orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { requireOpenCase } from '#server/staff/access/cases.ts';

/** The seller's text of a delivery. It may hold the access that was sold, so each reading is recorded (T110). */
export async function openDeliveryNote(
  ctx: Ctx,
  viewer: Viewer,
  hash: string,
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<{ id: number; involved: number[]; note: string | null }>`
    select id, array[buyer_id, seller_id] as involved, delivery_note as note from orders
    where hash = ${hash}`.execute(ctx.db);
  const { id, involved, note } = rows[0] ?? fail('not_found');
  const permission = can(viewer, 'inspect_conversation', { involved });
  if (!permission.ok) fail(permission.reason);
  if (note === null) fail('not_found');
  const data = { ...(await requireOpenCase(ctx, viewer, id)) };
  await inTransaction(ctx.db, (tx) =>
    record(tx, { kind: 'conversation.note_read', actor: viewer, subject: { kind: 'order', id }, data }),
  );
  return { note };
}
