import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { isWithinLimit, takeAttempt } from '#server/http/limits/rate-limit.ts';
import { inTransaction } from '#server/database/transaction.ts';

const dayMs = 86_400_000;

/** Private data that staff read a limited number of times a day: a person's masked data, an order's private messages. */
export type LimitedData = 'people' | 'orders';

/**
 * Counts one access of staff to private data. The first access of a day beyond `max` notifies every administrator
 * (T110). Call it outside a transaction, because refused attempts count too.
 * @throws `too_many_requests` beyond `max`
 */
export async function countAccess(ctx: Ctx, viewer: Viewer, what: LimitedData, max: number): Promise<void> {
  const key = `staff-looks-${what}:${viewer.id}`;
  try {
    await takeAttempt(ctx.db, key, max, dayMs);
  } catch (error) {
    if (error instanceof AppError && (await isWithinLimit(ctx.db, `${key}:told`, 1, dayMs)))
      await notifyAdmins(ctx, viewer, { what, max });
    throw error;
  }
}

async function notifyAdmins(
  ctx: Ctx,
  viewer: Viewer,
  data: { what: LimitedData; max: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where role = 'admin' and state = 'active' order by id`.execute(tx);
    for (const { id } of rows)
      await record(tx, {
        kind: 'staff.looks_exceeded',
        actor: viewer,
        subject: { kind: 'user', id },
        data: { ...data, username: viewer.username },
      });
  });
}

/**
 * Counts an access to the private messages of an order. An order counts once a day. An order whose open complaint is
 * assigned to the viewer does not count, because its mediator must read it.
 */
export async function countOrderAccess(
  ctx: Ctx,
  viewer: Viewer,
  orderId: number,
  max: number,
): Promise<void> {
  const { rows } = await sql`
    select from complaints where order_id = ${orderId} and taken_by = ${viewer.id}
      and state in ('in_mediation', 'appealed')
    union all
    select from events where subject_kind = 'order' and subject_id = ${orderId} and actor_id = ${viewer.id}
      and kind in ('conversation.inspected', 'conversation.note_read', 'order.delivery_data_read',
        'order.addresses_read', 'order.dossier_made')
      and at > market_now() - interval '1 day'
    union all
    select from delivery_file_views v join delivery_files f on f.id = v.file_id
    where f.order_id = ${orderId} and v.viewer_id = ${viewer.id} and v.at > market_now() - interval '1 day'`.execute(
    ctx.db,
  );
  if (rows.length === 0) await countAccess(ctx, viewer, 'orders', max);
}

/**
 * Records in the order's audit that staff read its private messages in a queue of held or reported messages: each
 * message once a day per viewer (T110).
 */
export async function recordMessageReadings(
  ctx: Ctx,
  viewer: Viewer,
  messages: readonly { id: number; orderId: number }[],
): Promise<void> {
  if (messages.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select (data ->> 'messageId')::bigint as id from events
      where subject_kind = 'order' and subject_id = any(${messages.map(({ orderId }) => orderId)}::bigint[])
        and kind = 'conversation.message_read' and actor_id = ${viewer.id} and at > market_now() - interval '1 day'`.execute(
      tx,
    );
    const recorded = new Set(rows.map(({ id }) => id));
    for (const { id, orderId } of messages)
      if (!recorded.has(id))
        await record(tx, {
          kind: 'conversation.message_read',
          actor: viewer,
          subject: { kind: 'order', id: orderId },
          data: { messageId: id },
        });
  });
}
