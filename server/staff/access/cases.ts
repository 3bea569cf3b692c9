import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { openOrderAccess as endpoint } from '#contract/orders/staff-orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ClaimQueue } from '#domain/staff/queue-claims.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Db } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { countOrderAccess } from './access-limit.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';

/** The case that lets staff read an order's private data; it is recorded with each access. */
export interface OpenCase {
  case: string;
  caseId: number;
}

const readingDurationMs = 3_600_000;

/**
 * Checks every access of staff to a conversation, a delivery or its data (T110, decision 63). It requires a case of that
 * order that is open, that somebody else opened and that is assigned to the viewer, and counts towards the daily limit.
 * Call it outside a transaction, because refused attempts count too.
 * @throws `no_case`; `too_many_requests`
 */
export async function requireOpenCase(ctx: Ctx, viewer: Viewer, orderId: number): Promise<OpenCase> {
  const open = (await findOpenCase(ctx.db, viewer, orderId)) ?? refuseWithoutCase(viewer);
  await countOrderAccess(ctx, viewer, orderId, (await currentRules(ctx.db)).rules.privacy.staffOrdersPerDay);
  return open;
}

/**
 * The same for a reading that needs a reason anyway: without a case, an admin's reason opens the order for an hour.
 * @throws `no_case` for support · `too_many_requests`
 */
export async function requireCaseOrReason(
  ctx: Ctx,
  viewer: Viewer,
  { id, hash, involved }: { id: number; hash: string; involved: readonly number[] },
  reason: string,
): Promise<OpenCase> {
  const mayOpen = can(viewer, 'read_without_case', { involved }).ok;
  if (mayOpen && !(await findOpenCase(ctx.db, viewer, id)))
    await openOrderAccess(ctx, viewer, { hash, reason });
  return requireOpenCase(ctx, viewer, id);
}

function refuseWithoutCase({ role }: Viewer): never {
  fail('no_case', {
    detail:
      role === 'admin'
        ? 'Este pedido não tem caso em aberto com você. Para ler mesmo assim, escreva o motivo.'
        : 'Este pedido não tem caso em aberto com você. Leia quando um atendimento, uma reclamação ou um item de fila dele estiver com você.',
  });
}

/** Whether the viewer holds the claim of an item of a queue. */
const hasClaimed = (viewer: Viewer, queue: ClaimQueue, id: RawBuilder<unknown>) =>
  sql`exists (select from queue_claims h where h.queue = ${queue} and h.item_id = ${id} and h.holder_id = ${viewer.id}
    and h.until > market_now())`;

/**
 * The first open case of the order; an index finds each kind. A case gives access to its own order only, not to other
 * orders of the same people: a report gives access to the order between the two people, a queue item to the order it
 * shows. A case that the viewer opened, or linked to a second order, gives no access, so staff cannot create a case in
 * order to read.
 */
async function findOpenCase(db: Db, viewer: Viewer, orderId: number): Promise<OpenCase | undefined> {
  const { rows } = await sql<OpenCase>`
    with this_order as materialized (select id, buyer_id, seller_id, listing_id from orders where id = ${orderId})
    select 'complaint' as "case", c.id as "caseId" from this_order d join complaints c on c.order_id = d.id
    where c.state <> 'closed' and (c.taken_by = ${viewer.id} or ${hasClaimed(viewer, 'complaints', sql`c.id`)})
    union all
    select 'ticket', t.id from this_order d join tickets t on t.order_id = d.id and t.user_id in (d.buyer_id, d.seller_id)
    where t.state not in ('resolved', 'closed') and t.assignee_id = ${viewer.id} and not exists (
      select from events e where e.subject_kind = 'ticket' and e.subject_id = t.id and e.kind = 'ticket.linked'
        and e.actor_id = ${viewer.id} and (e.data ->> 'orderId')::bigint <> d.id)
    union all
    select 'refund', r.id from this_order d join refunds r on r.order_id = d.id
    where r.state in ('requested', 'in_review', 'manual') and ${hasClaimed(viewer, 'refunds', sql`r.id`)}
    union all
    select 'payment', p.id from this_order d join payments p on p.order_id = d.id
    where p.state in ('in_review', 'contested') and ${viewer.role === 'admin'}
    union all
    select 'analysis', a.order_id from this_order d join analyses a on a.order_id = d.id
    where a.ended_at is null and a.marked_by is distinct from ${viewer.id} and ${viewer.role === 'admin'}
    union all
    select 'receipt', r.id from this_order d join receipts r on r.order_id = d.id
    where r.state in ('sent', 'in_review') and ${hasClaimed(viewer, 'receipts', sql`r.id`)}
    union all
    select 'held_message', m.id from this_order d join order_messages m on m.order_id = d.id
    where m.handling = 'held' and not exists (select from order_message_decisions x where x.message_id = m.id)
    union all
    select 'report', r.id from this_order d join reports r on r.state = 'open'
      and r.reporter_id in (d.buyer_id, d.seller_id) and r.reporter_id <> ${viewer.id} and (
      r.target_kind = 'user' and r.target_id in (d.buyer_id, d.seller_id)
      or r.target_kind = 'listing' and r.target_id = d.listing_id
      or r.target_kind = 'message' and r.target_id in (select id from order_messages where order_id = d.id)
      or r.target_kind = 'rating' and r.target_id in (select id from ratings where order_id = d.id))
    union all
    select 'reason', e.id from events e where e.subject_kind = 'order' and e.subject_id = ${orderId}
      and e.kind = 'order.reading_opened' and e.actor_id = ${viewer.id}
      and e.at > market_now() - ${readingDurationMs}::bigint * interval '1 millisecond'
    limit 1`.execute(db);
  return rows[0];
}

/** Lets an admin read an order without a case for an hour, with a reason that stays in the audit log. */
export async function openOrderAccess(
  ctx: Ctx,
  viewer: Viewer,
  { hash, reason }: { hash: string } & Body<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<{ id: number; involved: number[] }>`
    select id, array[buyer_id, seller_id] as involved from orders where hash = ${hash}`.execute(ctx.db);
  const { id, involved } = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'read_without_case', { involved });
  if (!answer.ok) fail(answer.reason);
  return inTransaction(ctx.db, async (tx) => {
    const subject = { kind: 'order', id } as const;
    const kind = 'order.reading_opened';
    await recordDecision(tx, { kind, actor: viewer, subject, before: null, after: null, reason });
    return { until: new Date((await marketNow(tx)).getTime() + readingDurationMs).toISOString() };
  });
}
