import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listQueues } from '#contract/staff/staff.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { pendingTabs, queueNames } from '#domain/staff/queues.ts';
import type { QueueName } from '#domain/staff/queues.ts';
import { stuckWork } from '#domain/staff/stuck-work.ts';
import type { Ctx, Db } from '#server/context.ts';
import { pendingShipments } from '#server/orders/shipment/staff/queue.ts';
import { newTickets } from '#server/tickets/desk-queries.ts';
import { isForViewer } from './open-appeals.ts';
import { systemState } from './system-state.ts';

/** The items of a queue in the states of its pending tabs; each uses an index of open items. */
function pendingIn(queue: keyof typeof pendingTabs, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const states = Object.values<readonly string[]>(pendingTabs[queue]).flat();
  return sql`select ${since} as since from ${sql.table(queue)}
    where state in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/** Since when each item of a queue is pending, as rows of one column `since`: the rows that its list opens with. */
const pendingItems = async (db: Db, viewer: Viewer): Promise<Record<QueueName, RawBuilder<unknown>>> => ({
  reviews: sql`select submitted_at as since from listings where state = 'in_review'
    union all select created_at from listing_revisions where state = 'pending'`,
  complaints: pendingIn(
    'complaints',
    sql`case state when 'in_mediation' then mediated_at else least(appeals_end_at, market_now()) end`,
  ),
  receipts: pendingIn('receipts', sql`created_at`),
  withdrawals: pendingIn('withdrawals', sql`created_at`),
  tickets: newTickets(viewer),
  refunds: pendingIn('refunds', sql`created_at`),
  reports: pendingIn('reports', sql`created_at`),
  appeals: sql`select a.created_at as since from appeals a
    join appealable_decisions d on d.event_id = a.decision_id where ${isForViewer(viewer)}`,
  document_checks: pendingIn('document_checks', sql`created_at`),
  risk_holds: sql`select marked_at as since from analyses where ended_at is null and reason = 'risk'`,
  flagged_listings: sql`select flagged_at as since from listings where flagged_at is not null`,
  shipments: await pendingShipments(db),
  // The payments that the dashboard's tab lists; a payment that only awaits its payer needs no staff.
  payment_reviews: sql`select coalesce(confirmed_at, created_at) as since from payments
    where state = 'in_review' and review_reason is not null and review_decision is null`,
});

interface CountedQueue {
  queue: QueueName;
  count: number;
  oldest: Date | null;
  oldestSeconds: number | null;
}

async function countQueues(db: Db, viewer: Viewer): Promise<CountedQueue[]> {
  const pending = await pendingItems(db, viewer);
  const parts = queueNames.map(
    (queue) => sql`select ${queue}::text as queue, count(*)::int as count, min(since) as oldest,
      extract(epoch from market_now() - min(since))::float8 as "oldestSeconds"
      from (${pending[queue]}) q`,
  );
  const { rows } = await sql<CountedQueue>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** An administrator without items of their own. */
const anyAdmin: Viewer = {
  id: 0,
  username: '',
  role: 'admin',
  emailVerified: true,
  sessionId: 0,
  asStaff: true,
  standing: 'good',
};

/** How many items each queue has, and how long the oldest has been pending. */
export function pendingByQueue(db: Db): Promise<readonly CountedQueue[]> {
  return countQueues(db, anyAdmin);
}

/** How many items each queue has for this viewer, since when the oldest is pending, and which work is stuck. */
export async function readQueues(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listQueues>> {
  return {
    stuck: stuckWork(await systemState(ctx)),
    items: (await countQueues(ctx.db, viewer)).map(({ queue, count, oldest }) => ({
      queue,
      count,
      oldestAt: oldest?.toISOString() ?? null,
    })),
  };
}
