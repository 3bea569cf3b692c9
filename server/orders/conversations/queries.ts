import { sql } from 'kysely';
import type { OrderMessages } from '#contract/orders/conversations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { messageShape } from '#domain/orders/conversations.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { presentMessage, readMessages, visibleTo } from './message-rows.ts';
import { partyTo } from './party.ts';
import type { Party } from './party.ts';

/**
 * One side's view of an order's conversation: the messages after a sequence, oldest first; or the newest page, or the
 * page before a sequence. Reads in the order of the primary key `order_messages (order_id, sequence)`.
 */
export async function listMessages(
  ctx: Ctx,
  viewer: Viewer,
  { hash, after, before }: { hash: string; after?: number | undefined; before?: number | undefined },
): Promise<OrderMessages> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  const party = await partyTo(ctx.db, viewer, hash, rules);
  const forward = after !== undefined;
  const where = forward ? sql`m.sequence > ${after}` : before ? sql`m.sequence < ${before}` : sql`true`;
  const rows = await readMessages(ctx.db, party.orderId, {
    where: sql`${where} and ${visibleTo(viewer)}`,
    newestFirst: !forward,
    limit: messageShape.page + 1,
  });
  const page = forward ? rows.slice(0, messageShape.page) : rows.slice(-messageShape.page);
  const reading = await readersOf(ctx.db, party, viewer);
  return {
    stage: party.stage,
    writableUntil: party.writableUntil?.toISOString() ?? null,
    items: await Promise.all(page.map((row) => presentMessage(ctx, ctx.db, viewer, row))),
    more: rows.length > page.length,
    ...reading,
    now: party.now.toISOString(),
  };
}

async function readersOf(
  db: Queryable,
  { orderId }: Party,
  viewer: Viewer,
): Promise<{ readUpTo: number; otherReadUpTo: number }> {
  const { rows } = await sql<{ readUpTo: number; otherReadUpTo: number }>`
    select coalesce(max(read_up_to) filter (where user_id = ${viewer.id}), 0) as "readUpTo",
      coalesce(max(read_up_to) filter (where user_id <> ${viewer.id}), 0) as "otherReadUpTo"
    from order_readers where order_id = ${orderId}`.execute(db);
  return rows[0]!;
}
