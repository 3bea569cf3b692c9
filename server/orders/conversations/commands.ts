import { sql } from 'kysely';
import type { OrderMessage } from '#contract/orders/conversations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderChannel, orderMessageEvent, orderReadingEvent } from '#domain/notifications/channels.ts';
import { maskContacts } from '#domain/text/contacts.ts';
import { messageHandling } from '#domain/orders/conversations.ts';
import type { ConversationRules, MessageHandling } from '#domain/orders/conversations.ts';
import { fail } from '#domain/errors.ts';
import { findMessageWarnings } from '#domain/orders/message-warnings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { ownHosts } from '#server/config/own-hosts.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { presentMessage, readMessages } from './message-rows.ts';
import { partyTo, refuseReadOnly } from './party.ts';
import type { Party } from './party.ts';

export interface NewMessage {
  hash: string;
  clientId: string;
  text: string;
  fileIds: readonly number[];
  insist: boolean;
}

/**
 * Writes to the other side of an order (§4.17). A call with the same client id returns the same message, whatever else it
 * contains, even after the conversation closed. Contact data first gives a warning, then is masked, then held.
 * @throws `message_needs_care` with how the text will be handled, unless the sender insists
 */
export async function sendMessage(ctx: Ctx, viewer: Viewer, given: NewMessage): Promise<OrderMessage> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  return inTransaction(ctx.db, async (tx) => {
    const party = await partyTo(tx, viewer, given.hash, rules);
    const known = await findOwnMessage(ctx, tx, viewer, party, given.clientId);
    if (known) return known;
    refuseReadOnly(party);
    if (given.text === '' && given.fileIds.length === 0)
      fail('invalid_request', { errors: { text: 'Escreva a mensagem.' } });
    const handling = await decideHandling(ctx, tx, viewer, given, rules);
    const added = await insert(ctx, tx, viewer, party, { ...given, handling });
    if (added) {
      await attach(tx, viewer, party, { messageId: added.id, fileIds: given.fileIds });
      await notifyReader(ctx, tx, viewer, party, { ...added, handling, rules });
    }
    return (await findOwnMessage(ctx, tx, viewer, party, given.clientId)) ?? fail('internal');
  });
}

async function findOwnMessage(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { orderId }: Party,
  clientId: string,
): Promise<OrderMessage | null> {
  const where = sql`m.sender_id = ${viewer.id} and m.client_id = ${clientId}`;
  const [row] = await readMessages(tx, orderId, { where, newestFirst: false, limit: 1 });
  return row ? presentMessage(ctx, tx, viewer, row) : null;
}

/**
 * Decides how the text is handled. The sender's row is locked, so that messages with contact data, found by the filter or
 * by staff after a report, are counted one after the other.
 */
async function decideHandling(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { text, insist }: NewMessage,
  rules: ConversationRules,
): Promise<MessageHandling> {
  const cares = findMessageWarnings(text, ownHosts(ctx.config));
  if (cares.length === 0) return 'as_written';
  let earlier = 0;
  if (cares.includes('contacts')) {
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    const { rows } = await sql<{ earlier: number }>`
      with since as (select market_now() - ${rules.contactsWindowMs}::bigint * interval '1 millisecond' as at)
      select (select count(*) from order_messages, since where sender_id = ${viewer.id}
          and handling <> 'as_written' and repeats_id is null and created_at > since.at)::int
        + (select count(*) from order_message_removals x join order_messages m on m.id = x.message_id, since
          where x.sender_id = ${viewer.id} and x.reason = 'outside_deal' and x.created_at > since.at
            and m.handling = 'as_written' and m.repeats_id is null)::int as earlier`.execute(tx);
    ({ earlier } = rows[0]!);
  }
  const handling = messageHandling(cares, earlier, rules);
  if (!insist)
    fail('message_needs_care', {
      meta: { cares, handling, masked: maskContacts(text, ownHosts(ctx.config)) },
    });
  return handling;
}

/** Null when another call with the same client id was faster: the trigger inserts nothing then. */
async function insert(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { orderId }: Party,
  { clientId, text, fileIds, handling }: NewMessage & { handling: MessageHandling },
): Promise<{ id: number; sequence: number } | null> {
  const masked = handling === 'masked';
  const shown = masked ? maskContacts(text, ownHosts(ctx.config)) : text;
  const { rows } = await sql<{ id: number; sequence: number }>`
    insert into order_messages (order_id, sender_id, client_id, text, file_count, handling, original)
    values (${orderId}, ${viewer.id}, ${clientId}, ${shown}, ${fileIds.length},
      ${handling}, ${masked ? text : null})
    returning id, sequence`.execute(tx);
  return rows[0] ?? null;
}

/** Attaches the sender's own files for this order that no other message has. */
async function attach(
  tx: Tx,
  viewer: Viewer,
  { orderId }: Party,
  { messageId, fileIds }: { messageId: number; fileIds: readonly number[] },
): Promise<void> {
  if (fileIds.length === 0) return;
  const { numAffectedRows } = await sql`
    update order_files f set message_id = ${messageId}, place = wanted.place
    from unnest(${[...fileIds]}::bigint[]) with ordinality wanted (id, place)
    where f.id = wanted.id and f.owner_id = ${viewer.id} and f.order_id = ${orderId}
      and f.message_id is null`.execute(tx);
  if (numAffectedRows !== BigInt(fileIds.length))
    fail('invalid_request', { errors: { fileIds: 'Um arquivo não está mais aqui. Envie de novo.' } });
}

/** Open pages get the message at once; a notification follows only if it stays unread, at most once in a quiet period. */
async function notifyReader(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  party: Party,
  message: { sequence: number; handling: MessageHandling; rules: ConversationRules },
): Promise<void> {
  const { sequence, handling, rules } = message;
  const subject = { kind: 'order', id: party.orderId } as const;
  if (handling === 'held')
    await record(tx, { kind: 'conversation.held', actor: viewer, subject, data: { sequence } });
  else await planNotice(tx, { orderId: party.orderId, readerId: party.otherId, rules });
  await ctx.realtime.publish(tx, [
    { channels: [orderChannel(party.orderId)], event: orderMessageEvent, data: { sequence } },
  ]);
}

/** Plans a notification; one that is planned already keeps its time. */
export async function planNotice(
  tx: Tx,
  { orderId, readerId, rules }: { orderId: number; readerId: number; rules: ConversationRules },
): Promise<void> {
  const after = sql`market_now() + ${rules.tellAfterMs}::bigint * interval '1 millisecond'`;
  await sql`insert into order_readers as r (order_id, user_id, due_at) values (${orderId}, ${readerId}, ${after})
    on conflict (order_id, user_id) do update set due_at = coalesce(r.due_at,
      greatest(excluded.due_at, r.told_at + ${rules.quietMs}::bigint * interval '1 millisecond'))`.execute(
    tx,
  );
}

/** Marks as read, never backwards and never past the last message. A planned notification is dropped. */
export async function markRead(
  ctx: Ctx,
  viewer: Viewer,
  { hash, upTo }: { hash: string; upTo: number },
): Promise<{ readUpTo: number }> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  return inTransaction(ctx.db, async (tx) => {
    const { orderId, side } = await partyTo(tx, viewer, hash, rules);
    const { rows } = await sql<{ before: number | null; now: number }>`
      with present as (select read_up_to from order_readers where order_id = ${orderId} and user_id = ${viewer.id})
      insert into order_readers as r (order_id, user_id, read_up_to, read_at)
      select order_id, ${viewer.id}, least(${upTo}, last_sequence), market_now() from order_conversations
        where order_id = ${orderId}
      on conflict (order_id, user_id) do update set read_up_to = greatest(r.read_up_to, excluded.read_up_to),
        read_at = excluded.read_at,
        due_at = case when excluded.read_up_to >= (select last_sequence from order_conversations c
          where c.order_id = r.order_id) then null else r.due_at end
      returning (select read_up_to from present) as before, read_up_to as now`.execute(tx);
    const { before = null, now: readUpTo = 0 } = rows[0] ?? {};
    if (readUpTo > (before ?? 0))
      await ctx.realtime.publish(tx, [
        { channels: [orderChannel(orderId)], event: orderReadingEvent, data: { side, upTo: readUpTo } },
      ]);
    return { readUpTo };
  });
}
