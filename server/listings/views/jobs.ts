import { sql } from 'kysely';
import type { Plan } from '#domain/listings/listings.ts';
import { plansWithStatistics } from '#domain/listings/plans.ts';
import { conversionBps, dayAfter, sumStatistics, weeklyReportHour, weekOf } from '#domain/listings/views.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { writePendingViews } from './commands.ts';
import { weekOfSeller } from './queries.ts';
import { maxPendingViews } from './pending-views.ts';

/** Writes the pending views of this process regularly. */
export const writeViews: Sweep = {
  name: 'visits.write',
  everyMs: 5_000,
  batch: maxPendingViews,
  run: writePendingViews,
};

/** Sellers per run. */
const batch = 50;

/**
 * Notifies sellers of last week's statistics (§4.5, §4.16), from Sunday morning on. One row stores the progress in the
 * same transaction as the notices, so that each seller is notified once, with any number of processes and after a
 * crash. Weeks that passed without a running process are skipped.
 */
export const notifyWeeklyStatistics: Sweep = {
  name: 'visits.tell-weeks',
  everyMs: 10 * 60_000,
  run: async (ctx) => {
    const plans = plansWithStatistics((await currentRules(ctx.db)).rules.plans);
    const week = await lastWeek(ctx);
    return inTransaction(ctx.db, async (tx) => {
      const after = await lockWeek(tx, week);
      if (after === null) return 0;
      const sellers = await nextSellers(tx, plans, after);
      for (const sellerId of sellers) await notifySeller(tx, sellerId, plans, week);
      await sql`update weekly_summaries set last_seller_id = ${sellers.at(-1) ?? after},
        done_at = ${sellers.length < batch ? sql`market_now()` : null} where first_day = ${week}::date`.execute(
        tx,
      );
      return 1;
    });
  },
};

/** The first day of the last completed week, whose statistics are due some hours after its end. */
async function lastWeek(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (market_now() at time zone 'America/Sao_Paulo' - ${weeklyReportHour} * interval '1 hour')::date::text as day`.execute(
    ctx.db,
  );
  return dayAfter(weekOf(rows[0]!.day), -7);
}

/** Locks the week's row. @returns the last notified seller, or null when it is done or another process has the lock */
async function lockWeek(tx: Tx, week: string): Promise<number | null> {
  await sql`insert into weekly_summaries (first_day) values (${week}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ after: number }>`
    select last_seller_id as after from weekly_summaries where first_day = ${week}::date and done_at is null
    for update skip locked`.execute(tx);
  return rows[0]?.after ?? null;
}

/** Sellers with a listing in such a plan, by id. */
async function nextSellers(tx: Tx, plans: readonly Plan[], after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct seller_id as id from listings
    where seller_id > ${after} and plan = any(${plans}::text[]) and published_at is not null and state <> 'removed'
    order by 1 limit ${batch}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Notifies a seller, unless all numbers of the week are zero. */
async function notifySeller(tx: Tx, sellerId: number, plans: readonly Plan[], week: string): Promise<void> {
  const listings = await weekOfSeller(tx, { sellerId, plans, from: week });
  const total = sumStatistics(listings.map((listing) => listing.week));
  if (Object.values(total).every((count) => count === 0)) return;
  const [first] = listings;
  await record(tx, {
    kind: 'listing.week_over',
    actor: null,
    subject: { kind: 'user', id: sellerId },
    data: {
      fromDate: week,
      toDate: dayAfter(week, 6),
      ...total,
      conversionBps: conversionBps(total),
      mostVisited: first && first.week.visits > 0 ? first.title : null,
    },
  });
}
