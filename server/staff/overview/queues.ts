import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listQueues } from '#contract/staff/staff.ts';
import { queueNames } from '#domain/staff/queues.ts';
import type { QueueName } from '#domain/staff/queues.ts';
import type { Db } from '#server/context.ts';

/** Since when each item of a queue is pending, as rows of one column `since`; each query uses an index of open items. */
const pendingItems: Record<QueueName, RawBuilder<unknown>> = {
  reviews: sql`select submitted_at as since from listings where state = 'in_review'
    union all select created_at from listing_revisions where state = 'pending'`,
  complaints: sql`select mediated_at as since from complaints where state = 'in_mediation'
    union all select least(appeals_end_at, market_now()) from complaints where state = 'appealed'`,
  receipts: sql`select created_at as since from receipts where state in ('sent', 'in_review')`,
  withdrawals: sql`select created_at as since from withdrawals where state in ('requested', 'in_review')`,
  tickets: sql`select last_message_at as since from tickets where state in ('open', 'in_progress')`,
  refunds: sql`select created_at as since from refunds where state in ('requested', 'in_review', 'manual')`,
  reports: sql`select created_at as since from reports where state = 'open'`,
  flagged_listings: sql`select flagged_at as since from listings where flagged_at is not null`,
  // The payments that the dashboard's tab lists; a payment that only awaits its payer needs no staff.
  payment_reviews: sql`select coalesce(confirmed_at, created_at) as since from payments
    where state = 'in_review' and review_reason is not null and review_decision is null`,
};

/** How many items each queue has, and since when the oldest is pending. */
export async function readQueues(db: Db): Promise<Reply<typeof listQueues>> {
  const parts = queueNames.map(
    (queue) => sql`select ${queue}::text as queue, count(*)::int as count, min(since) as oldest
      from (${pendingItems[queue]}) q`,
  );
  const { rows } = await sql<{ queue: QueueName; count: number; oldest: Date | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return {
    items: rows.map(({ queue, count, oldest }) => ({
      queue,
      count,
      oldestAt: oldest?.toISOString() ?? null,
    })),
  };
}
