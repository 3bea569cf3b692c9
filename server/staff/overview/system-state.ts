import { sql } from 'kysely';
import type { WorkState } from '#domain/staff/stuck-work.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { fundDueSoon } from '#server/payments/fund/queries.ts';
import { noticeAttempts } from '#server/payments/webhooks/commands.ts';

/** What the database says of the installation now; times are in seconds. */
export interface SystemState extends WorkState {
  /** Jobs that failed all their attempts. */
  jobsFailed: number;
  /** Notices of the payment provider that failed all their attempts. */
  noticesFailed: number;
  moneyFrozen: boolean;
  /** Differences that the last full check of the books found. */
  moneyBreaks: number;
  /** Since the last full check of the books; null before the first. */
  booksCheckedSeconds: number | null;
  /** Since the time up to which the newest backup goes; null while none is known. */
  backupAgeSeconds: number | null;
  /** The last check of the backups found something wrong. */
  backupFaulty: boolean;
  /** Cases that the guarantee fund pays within three days unless staff decide (N03). */
  fundDueSoon: number;
  /** What the fund paid within a day because staff were silent. */
  fundPaidOfDay: number;
  /** How far the database's clock is ahead of this machine's. */
  clockOffsetSeconds: number;
}

/** All readers of this process within these seconds share one reading. */
const cacheOptions = { name: 'system-state', maxEntries: 1, ttlMs: 5_000 };

export function systemState(ctx: Ctx): Promise<SystemState> {
  return cached(ctx, cacheOptions, '', () => readSystemState(ctx));
}

/** The earliest deadline of each kind, each from an index of its pending rows. */
export const earliestDeadlines = sql`select min(at) from (
    select min(due_at) as at from orders where due_at is not null
    union all select min(release_at) from settlements where state = 'pending_release'
    union all select min(due_at) from cancellation_requests where state = 'open'
    union all select min(due_at) from returns where due_at is not null
    union all select min(due_at) from complaints where due_at is not null
    union all select min(due_at) from complaint_proposals where due_at is not null
    union all select min(due_at) from complaint_requests where due_at is not null
    union all select min(fund_at) from refunds where state = 'requested'
    union all select min(ends_at) from staff_blocks where ended_at is null) due`;

/** The oldest job that may run: all jobs have one priority, by which and the time the queue's index is ordered. */
const nextJob = sql`select run_at from graphile_worker._private_jobs
    where is_available and run_at <= now() order by priority, run_at limit 1`;

/** One statement of index reads, so that its cost does not grow with the market. */
async function readSystemState({ db }: Ctx): Promise<SystemState> {
  const askedAt = Date.now();
  const { rows } = await sql<Row>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as "clockMs",
      (select extract(epoch from now() - max(seen_at))::float8 from processes where role <> 'web') as "workerSeenSeconds",
      extract(epoch from deadline_now() - (${earliestDeadlines}))::float8 as "timerSeconds",
      extract(epoch from now() - (${nextJob}))::float8 as "jobSeconds",
      (select extract(epoch from market_now() - e.at)::float8 from event_relay r join events e on e.id > r.last_event_id
        order by e.id limit 1) as "relaySeconds",
      (select extract(epoch from now() - min(received_at))::float8 from provider_events
        where processed_at is null and attempts < ${noticeAttempts}) as "noticeSeconds",
      (select count(*)::int from graphile_worker._private_jobs
        where is_available is not true and attempts >= max_attempts) as "jobsFailed",
      (select count(*)::int from provider_events
        where processed_at is null and attempts >= ${noticeAttempts}) as "noticesFailed",
      exists (select from money.status where frozen_at is not null) as "moneyFrozen",
      (select extract(epoch from now() - up_to)::float8 from backup_state) as "backupAgeSeconds",
      exists (select from backup_state where fault is not null) as "backupFaulty",
      ${fundDueSoon} as "fundDueSoon",
      (select count(*)::int from fund_payments where paid_at > market_now() - interval '1 day') as "fundPaidOfDay",
      coalesce(jsonb_array_length(b.breaks), 0) as "moneyBreaks",
      extract(epoch from market_now() - b.at)::float8 as "booksCheckedSeconds"
    from (values (1)) one left join lateral (select at, breaks from book_checks order by id desc limit 1) b on true`.execute(
    db,
  );
  const { clockMs, ...state } = rows[0]!;
  // The reply is taken to have been made half-way between question and answer.
  const here = (askedAt + Date.now()) / 2;
  return {
    ...state,
    timerSeconds: pastOnly(state.timerSeconds),
    clockOffsetSeconds: (clockMs - here) / 1_000,
  };
}

interface Row extends Omit<SystemState, 'clockOffsetSeconds'> {
  clockMs: number;
}

/** A deadline of the future is not due. */
function pastOnly(seconds: number | null): number | null {
  return seconds !== null && seconds > 0 ? seconds : null;
}
