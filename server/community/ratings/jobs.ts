import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { askForRatings, publish } from './publishing.ts';
import type { RatedOrder } from './publishing.ts';

interface DueWindow extends RatedOrder {
  frozen: boolean;
  over: boolean;
}

/**
 * Runs the timers of rating windows: asks some time after the order ended, and publishes at the end of the window. A
 * window that fails is skipped for the rest of the run, so it blocks no other.
 */
export const runRatingWindows: Sweep = {
  name: 'ratings.run-windows',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'rating window failed', async (tx, failed) => {
      const window = await lockDueWindow(tx, failed);
      return window && { id: window.id, work: () => runTimer(ctx, tx, window) };
    }),
};

async function lockDueWindow(tx: Tx, failed: number[]): Promise<DueWindow | undefined> {
  const { rows } = await sql<DueWindow>`
    select o.id, o.hash, v.title, o.listing_id as "listingId", o.buyer_id as "buyerId", o.seller_id as "sellerId",
      o.rule_version_id as "ruleVersionId", o.state = 'in_complaint' as frozen, w.closes_at <= deadline_now() as over
    from rating_windows w join orders o on o.id = w.order_id join listing_versions v on v.id = o.listing_version_id
    where w.due_at <= deadline_now() and w.order_id <> all (${failed}::bigint[])
    order by w.due_at limit 1 for update of w skip locked`.execute(tx);
  return rows[0];
}

async function runTimer(ctx: Ctx, tx: Tx, window: DueWindow): Promise<void> {
  if (window.frozen) return postponeWindow(tx, window);
  // When the sweep is so late that the window has ended, asking is of no use.
  if (window.over) return publish(ctx, tx, window);
  await askForRatings(ctx, tx, window);
  await sql`update rating_windows set due_event = 'close', due_at = closes_at
    where order_id = ${window.id}`.execute(tx);
}

/** During a complaint nothing is asked or published and the window is extended: checked again every day. */
async function postponeWindow(tx: Tx, { id }: DueWindow): Promise<void> {
  const later = sql`market_now() + interval '1 day'`;
  await sql`update rating_windows set due_at = ${later}, closes_at = greatest(closes_at, ${later})
    where order_id = ${id}`.execute(tx);
}
