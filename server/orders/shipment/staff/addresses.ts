import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { openOrderAddresses as endpoint } from '#contract/shipping/staff-shipments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordDecision } from '#server/events/events.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';
import { requireCaseOrReason } from '#server/staff/access/cases.ts';

/**
 * S03: staff read the addresses of an order for an open case, an admin also for a reason; the reason of each access is in
 * the audit log (T110).
 * @throws `no_case` · `own_decision` · `too_many_requests`
 */
export async function openOrderAddresses(
  ctx: Ctx,
  viewer: Viewer,
  { hash, reason }: { hash: string; reason: string },
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<{ id: number; involved: number[] }>`
    select id, array[buyer_id, seller_id] as involved from orders
    where hash = ${hash} and delivery_type = 'shipping'`.execute(ctx.db);
  const { id, involved } = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'inspect_conversation', { involved });
  if (!answer.ok) fail(answer.reason);
  const data = { ...(await requireCaseOrReason(ctx, viewer, { id, hash, involved }, reason)) };
  await inTransaction(ctx.db, (tx) =>
    recordDecision(tx, {
      kind: 'order.addresses_read',
      actor: viewer,
      subject: { kind: 'order', id },
      before: null,
      after: null,
      reason,
      data,
    }),
  );
  return addressesOfOrder(ctx, ctx.db, id);
}
