import { sql } from 'kysely';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { discardFiles } from '#server/files/orphaned-files.ts';

const batch = 100;

interface Due {
  order_id: number;
  user_id: number;
  to: 'buyer' | 'seller';
  from: string;
  unread: boolean;
}

/** Sends one notification for unread messages in an order, then stays quiet for a while. Uses the index `order_readers_due`. */
const notifyUnread: Sweep = {
  name: 'conversations.tell-unread',
  everyMs: 2_000,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<Due>`
        select r.order_id, r.user_id, case when r.user_id = o.buyer_id then 'buyer' else 'seller' end as "to",
          other.username::text as "from", exists (select from order_messages m where m.order_id = r.order_id
            and m.sequence > r.read_up_to and m.sender_id <> r.user_id and m.handling <> 'held') as unread
        from order_readers r join orders o on o.id = r.order_id
          join users other on other.id = case when r.user_id = o.buyer_id then o.seller_id else o.buyer_id end
        where r.due_at <= market_now() order by r.due_at limit ${batch} for update of r skip locked`.execute(
        tx,
      );
      for (const { order_id: id, user_id: userId, to, from, unread } of rows) {
        await sql`update order_readers set due_at = null, told_at = case when ${unread} then market_now() else told_at end
          where order_id = ${id} and user_id = ${userId}`.execute(tx);
        if (!unread) continue;
        const subject = { kind: 'order', id } as const;
        await record(tx, { kind: 'conversation.unread', actor: null, subject, data: { to, from } });
      }
      return rows.length;
    }),
};

/** Deletes files that were uploaded a day ago and belong to no message. Uses the index `order_files_unsent`. */
const forgetUnsentFiles: Sweep = {
  name: 'conversations.forget-unsent-files',
  everyMs: 10 * 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ key: string }>`
        delete from order_files where id in (
          select id from order_files where message_id is null and created_at < market_now() - interval '1 day'
          order by created_at limit ${batch} for update skip locked)
        returning key`.execute(tx);
      await discardFiles(
        tx,
        rows.map(({ key }) => key),
      );
      return rows.length;
    }),
};

/** Deletes conversations with their files when the retention period for evidence is over. */
const forgetOldConversations: Sweep = {
  name: 'conversations.forget-old',
  everyMs: 60 * 60_000,
  async run(ctx) {
    const { evidenceYears } = (await currentRules(ctx.db)).rules.privacy;
    const { rows } = await sql<{ id: number; keys: string[] }>`
      select o.id, array(select key from order_files f where f.order_id = o.id) as keys
      from order_conversations c join orders o on o.id = c.order_id
      where o.closed_at < market_now() - ${evidenceYears} * interval '1 year' order by o.id limit ${batch}`.execute(
      ctx.db,
    );
    for (const { id, keys } of rows) {
      await inTransaction(ctx.db, async (tx) => {
        await sql`select delete_conversation(${id})`.execute(tx);
        await discardFiles(tx, keys);
      });
    }
    return rows.length;
  },
};

export const conversationSweeps: readonly Sweep[] = [notifyUnread, forgetUnsentFiles, forgetOldConversations];
