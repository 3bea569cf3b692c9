import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { releaseSettlement } from './closing.ts';
import { orderColumns } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { maxRowsPerRun, processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardFiles } from '#server/files/orphaned-files.ts';
import { reconcileCharges, reconcileDay } from './payment/reconciliation.ts';
import { endReview } from './payment/review-decisions.ts';
import { runOrderTimer } from './timers.ts';

/** Runs the timer of every order that is due: P04, P06, P12, P15, P18. */
export const runDueOrders: Sweep = {
  name: 'run-due-orders',
  everyMs: 1_000,
  run: (ctx) =>
    processDueRows(ctx, 'order timer failed', async (tx, failed) => {
      const order = await lockDue(tx, sql`o.id <> all (${failed}::bigint[])`);
      return (
        order && { id: order.id, work: async () => (await runOrderTimer(ctx, tx, order)).notifyProvider }
      );
    }),
};

/** Runs the due timer of one order before a command acts on it (decision 73). */
export async function runOrderTimerNow(ctx: Ctx, id: number): Promise<void> {
  await processDueRow(ctx, id, async (tx) => {
    const order = await lockDue(tx, sql`o.id = ${id}`);
    return order && (await runOrderTimer(ctx, tx, order)).notifyProvider;
  });
}

/** A cancellation request with an earlier deadline goes first (P14), so that the deadlines decide and not the order of sweeps. */
async function lockDue(tx: Tx, which: RawBuilder<unknown>): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.due_at <= deadline_now() and ${which}
      and not exists (select from cancellation_requests c where c.order_id = o.id and c.state = 'open'
        and c.due_at <= o.due_at)
    order by o.due_at limit 1 for no key update of o skip locked`.execute(tx);
  return rows[0];
}

/** M3: releases the money whose release delay is over. */
export const releaseSettlements: Sweep = {
  name: 'release-settlements',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'release failed', async (tx, failed) => {
      const { rows } = await sql<LockedOrder>`
        select ${orderColumns} from settlements s join orders o on o.id = s.order_id
          join listing_versions v on v.id = o.listing_version_id
        where s.state = 'pending_release' and s.release_at <= deadline_now() and o.id <> all (${failed}::bigint[])
        order by s.release_at limit 1 for no key update of o skip locked`.execute(tx);
      const order = rows[0];
      return order && { id: order.id, work: () => releaseSettlement(ctx, tx, order) };
    }),
};

/** Adds completed sales to `listings.sold`, many in one write. */
export const countSales: Sweep = {
  name: 'count-sales',
  everyMs: 10_000,
  async run(ctx) {
    const { rows } = await sql<{ listings: number }>`
      with counted as (
        delete from sales_to_count where id in (
          select id from sales_to_count order by id limit 10000 for update skip locked)
        returning listing_id, quantity),
      sums as (select listing_id, sum(quantity) as quantity from counted group by listing_id),
      written as (
        update listings l set sold = l.sold + s.quantity from sums s where l.id = s.listing_id returning l.id)
      select count(*)::int as listings from written`.execute(ctx.db);
    return rows[0]!.listings;
  },
};

/** Asks the provider about charges whose webhook may have been lost, including those that closed within days. */
export const reconcilePayments: Sweep = {
  name: 'reconcile-payments',
  everyMs: 5 * 60_000,
  run: async (ctx) => (await reconcileCharges(ctx)).updated,
};

/** Compares each past day once with the provider's own list of movements. */
export const reconcileDays: Sweep = {
  name: 'reconcile-days',
  everyMs: 10 * 60_000,
  run: reconcileDay,
};

/** Ends payment reviews whose time is over. */
export const endReviews: Sweep = {
  name: 'end-reviews',
  everyMs: 30_000,
  async run(ctx) {
    const { rows } = await sql<{ id: number }>`
      select id from payments where state = 'in_review' and review_until <= deadline_now()
        and review_decision is null order by review_until limit ${maxRowsPerRun}`.execute(ctx.db);
    let done = 0;
    for (const { id } of rows) {
      const ended = await endReview(ctx, id).catch((error: unknown) => {
        ctx.log.error({ err: error, payment: id }, 'a review could not be ended');
        return false;
      });
      if (ended) done += 1;
    }
    return done;
  },
};

/** P13: deletes files that were uploaded a day ago and can no longer become part of a delivery (index `delivery_files_waiting`). */
const forgetUnsentProofs: Sweep = {
  name: 'orders.forget-unsent-proofs',
  everyMs: 10 * 60_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ file_key: string }>`
        delete from delivery_files where id in (
          select f.id from delivery_files f join orders o on o.id = f.order_id
          where f.place is null and f.created_at < market_now() - interval '1 day'
            and o.state not in ('in_delivery', 'in_complaint')
          order by f.created_at limit ${maxRowsPerRun} for update of f skip locked)
        returning file_key`.execute(tx);
      await discardFiles(
        tx,
        rows.map(({ file_key: key }) => key),
      );
      return rows.length;
    }),
};

/** P13: deletes proofs when the retention period for evidence after the end of their order is over. */
const forgetOldProofs: Sweep = {
  name: 'orders.forget-old-proofs',
  everyMs: 60 * 60_000,
  async run(ctx) {
    const { evidenceYears } = (await currentRules(ctx.db)).rules.privacy;
    const { rows } = await sql<{ id: number; keys: string[] }>`
      select o.id, array_agg(f.file_key) as keys from delivery_files f join orders o on o.id = f.order_id
      where o.closed_at < market_now() - ${evidenceYears} * interval '1 year' group by o.id limit ${maxRowsPerRun}`.execute(
      ctx.db,
    );
    for (const { id, keys } of rows) {
      await inTransaction(ctx.db, async (tx) => {
        await sql`select delete_delivery_files(${id})`.execute(tx);
        await discardFiles(tx, keys);
      });
    }
    return rows.length;
  },
};

export const proofSweeps: readonly Sweep[] = [forgetUnsentProofs, forgetOldProofs];
