import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type {
  decideHeldMessage,
  inspectOrderMessages,
  listHeldMessages,
  StaffOrderMessage,
} from '#contract/orders/conversations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderChannel, orderMessageEvent } from '#domain/notifications/channels.ts';
import { messageShape } from '#domain/orders/conversations.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { requireOpenCase } from '#server/staff/access/cases.ts';
import { recordMessageReadings } from '#server/staff/access/access-limit.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { planNotice } from './commands.ts';
import { presentFiles, readMessages } from './message-rows.ts';
import type { MessageRow } from './message-rows.ts';

/** Staff read an order's conversation with masked and held messages. Each access is in the audit log. */
export async function inspect(
  ctx: Ctx,
  viewer: Viewer,
  { hash, before }: { hash: string; before?: number | undefined },
): Promise<Reply<typeof inspectOrderMessages>> {
  const { rows } = await sql<{
    id: number;
    involved: number[];
    buyer: string;
    seller: string;
    now: Date;
  }>`
    select o.id, array[o.buyer_id, o.seller_id] as involved, b.username::text as buyer,
      s.username::text as seller, market_now() as now
    from orders o join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
    where o.hash = ${hash}`.execute(ctx.db);
  const { id, involved, now, ...names } = rows[0] ?? fail('not_found');
  const permission = can(viewer, 'inspect_conversation', { involved });
  if (!permission.ok) fail(permission.reason);
  const data = { ...(await requireOpenCase(ctx, viewer, id)) };
  return inTransaction(ctx.db, async (tx) => {
    const where = before ? sql`m.sequence < ${before}` : sql`true`;
    const found = await readMessages(tx, id, { where, newestFirst: true, limit: messageShape.page + 1 });
    const page = found.slice(-messageShape.page);
    await record(tx, {
      kind: 'conversation.inspected',
      actor: viewer,
      subject: { kind: 'order', id },
      data,
    });
    return {
      ...names,
      items: await Promise.all(page.map((row) => presentForStaff(ctx, tx, viewer, row))),
      more: found.length > page.length,
      now: now.toISOString(),
    };
  });
}

async function presentForStaff(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  row: MessageRow,
): Promise<StaffOrderMessage> {
  const { id, sequence, side, text, original, handling, decision, removed } = row;
  return {
    id,
    sequence,
    side,
    text,
    original,
    handling,
    decision,
    removed,
    repeated: row.repeats_id !== null,
    files: await presentFiles(ctx, tx, viewer, row.files),
    createdAt: row.created_at.toISOString(),
  };
}

const shown = 100;

/**
 * Messages that wait for a decision, oldest first. Held messages are private, so each one that a staff member reads is in
 * the audit log, once a day (T110).
 */
export async function heldMessages(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listHeldMessages>> {
  type Item = Reply<typeof listHeldMessages>['items'][number];
  const { rows } = await sql<Omit<Item, 'createdAt'> & { created_at: Date; order_id: number }>`
    select m.id, m.order_id, o.hash as "orderHash", u.username::text as sender, m.text, m.created_at
    from order_messages m join orders o on o.id = m.order_id join users u on u.id = m.sender_id
      left join order_message_decisions d on d.message_id = m.id
    where m.handling = 'held' and d.message_id is null order by m.id limit ${shown}`.execute(ctx.db);
  await recordMessageReadings(
    ctx,
    viewer,
    rows.map((row) => ({ id: row.id, orderId: row.order_id })),
  );
  return {
    items: rows.map(({ id, orderHash, sender, text, created_at }) => ({
      id,
      orderHash,
      sender,
      text,
      createdAt: created_at.toISOString(),
    })),
  };
}

interface HeldMessage {
  id: number;
  order_id: number;
  sender_id: number;
  text: string;
  file_count: number;
  buyer_id: number;
  seller_id: number;
}

/** Releases a held message, repeated for the other side under a new number, or keeps it hidden; each message is decided once. */
export async function decideHeld(
  ctx: Ctx,
  viewer: Viewer,
  { id, decision }: { id: number; decision: 'show' | 'hide' },
): Promise<Reply<typeof decideHeldMessage>> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  return inTransaction(ctx.db, async (tx) => {
    const held = await findHeld(tx, id);
    const permission = can(viewer, 'inspect_conversation', { involved: [held.buyer_id, held.seller_id] });
    if (!permission.ok) fail(permission.reason);
    const { numAffectedRows } = await sql`
      insert into order_message_decisions (message_id, decision, decided_by)
      values (${id}, ${decision}, ${viewer.id}) on conflict do nothing`.execute(tx);
    if (numAffectedRows !== 1n) await refuseDecided(tx, id);
    if (decision === 'show') await showHeld(ctx, tx, held, rules);
    await record(tx, {
      kind: decision === 'show' ? 'conversation.released' : 'conversation.kept_back',
      actor: viewer,
      subject: { kind: 'order', id: held.order_id },
      data: { to: held.sender_id === held.buyer_id ? 'buyer' : 'seller', messageId: id },
    });
    return { id, decision };
  });
}

async function showHeld(ctx: Ctx, tx: Tx, held: HeldMessage, rules: Rules['conversations']): Promise<void> {
  const readerId = held.sender_id === held.buyer_id ? held.seller_id : held.buyer_id;
  await repeatMessage(ctx, tx, held);
  await planNotice(tx, { orderId: held.order_id, readerId, rules });
}

/** Sends a message that was kept hidden, once that was overturned on appeal. */
export async function releaseKeptMessage(ctx: Ctx, tx: Tx, id: number): Promise<void> {
  const { conversations: rules } = (await currentRules(ctx.db, tx)).rules;
  await showHeld(ctx, tx, await findHeld(tx, id), rules);
}

async function refuseDecided(tx: Tx, id: number): Promise<never> {
  const { rows } = await sql<{ decision: 'show' | 'hide'; by: string; at: Date }>`
    select d.decision, u.username::text as by, d.created_at as at from order_message_decisions d
    join users u on u.id = d.decided_by where d.message_id = ${id}`.execute(tx);
  const { decision, by, at } = rows[0]!;
  fail('already_decided', {
    detail: `@${by} já ${decision === 'show' ? 'liberou' : 'manteve oculta'} esta mensagem.`,
    meta: { decision, by, at: at.toISOString() },
  });
}

async function findHeld(tx: Tx, id: number): Promise<HeldMessage> {
  const { rows } = await sql<HeldMessage>`
    select m.id, m.order_id, m.sender_id, m.text, m.file_count, o.buyer_id, o.seller_id
    from order_messages m join orders o on o.id = m.order_id where m.id = ${id} and m.handling = 'held'`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}

async function repeatMessage(ctx: Ctx, tx: Tx, held: HeldMessage): Promise<void> {
  const { rows } = await sql<{ sequence: number }>`
    insert into order_messages (order_id, sender_id, client_id, text, file_count, handling, repeats_id)
    values (${held.order_id}, ${held.sender_id}, ${randomUUID()}, ${held.text}, ${held.file_count}, 'as_written',
      ${held.id}) returning sequence`.execute(tx);
  const { sequence } = rows[0]!;
  await ctx.realtime.publish(tx, [
    { channels: [orderChannel(held.order_id)], event: orderMessageEvent, data: { sequence } },
  ]);
}
