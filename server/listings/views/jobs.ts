import { sql } from 'kysely';
import type { Plan } from '#domain/listings/listings.ts';
import { plansWithStatistics } from '#domain/listings/plans.ts';
import { conversionBps, dayAfter, sumStatistics, weeklyReportHour, weekOf } from '#domain/listings/views.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';
import { writeVisits } from './commands.ts';
import { weekOfSeller } from './queries.ts';
import { mostWaiting } from './waiting.ts';

/** The beat of the visits that wait in this process. */
export const writeWaitingVisits: Sweep = {
  name: 'visits.write',
  everyMs: 5_000,
  batch: mostWaiting,
  run: writeVisits,
};

/** Sellers of one run. */
const batch = 50;

/**
 * Tells sellers the numbers of the week that is over (§4.5, §4.16), from Sunday morning on. One row holds how far it
 * came, in the transaction that tells, so that everybody is told once, however many processes there are and wherever
 * one is killed. Weeks nobody was there to tell are past.
 */
export const tellWeeks: Sweep = {
  name: 'visits.tell-weeks',
  everyMs: 10 * 60_000,
  run: async (ctx) => {
    const plans = plansWithStatistics((await currentRules(ctx.db)).rules.plans);
    const week = await weekOver(ctx);
    return inTransaction(ctx.db, async (tx) => {
      const after = await takeWeek(tx, week);
      if (after === null) return 0;
      const sellers = await nextSellers(tx, plans, after);
      for (const sellerId of sellers) await tell(tx, sellerId, plans, week);
      await sql`update weekly_summaries set last_seller_id = ${sellers.at(-1) ?? after},
        done_at = ${sellers.length < batch ? sql`market_now()` : null} where first_day = ${week}::date`.execute(
        tx,
      );
      return 1;
    });
  },
};

/** The first day of the last week that is over, by some hours. */
async function weekOver(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (market_now() at time zone 'America/Sao_Paulo' - ${weeklyReportHour} * interval '1 hour')::date::text as day`.execute(
    ctx.db,
  );
  return dayAfter(weekOf(rows[0]!.day), -7);
}

/** Holds the week's row: up to which seller it was told, or null when it is done or somebody else tells it. */
async function takeWeek(tx: Tx, week: string): Promise<number | null> {
  await sql`insert into weekly_summaries (first_day) values (${week}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ after: number }>`
    select last_seller_id as after from weekly_summaries where first_day = ${week}::date and done_at is null
    for update skip locked`.execute(tx);
  return rows[0]?.after ?? null;
}

/** Sellers with something on sale in such a plan, by number. */
async function nextSellers(tx: Tx, plans: readonly Plan[], after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct seller_id as id from listings
    where seller_id > ${after} and plan = any(${plans}::text[]) and published_at is not null and state <> 'removed'
    order by 1 limit ${batch}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Nobody is written to about a week in which nothing happened. */
async function tell(tx: Tx, sellerId: number, plans: readonly Plan[], week: string): Promise<void> {
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
