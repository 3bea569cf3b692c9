import { sql } from 'kysely';
import { holdLinkedSales } from '#server/orders/payment/linked-hold.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

const batch = 100;

/**
 * Checks again the sales of people with a new device, key or document (ADR 0080): those that ended leave the scores, the money
 * of those that go on waits for staff (F55), and doubtful ones are reported to staff.
 */
export const findRelatedSales: Sweep = {
  name: 'ratings.compare-sides',
  everyMs: 10_000,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { rows: people } = await sql<{ id: number }>`
        with taken as (delete from parties_to_compare where id in (
          select id from parties_to_compare order by id limit ${batch} for update skip locked) returning user_id)
        select distinct user_id as id from taken order by user_id`.execute(tx);
      // Rows of orders are locked before those of ratings, as in every command on an order.
      await holdLinkedSales(
        ctx,
        tx,
        people.map(({ id }) => id),
      );
      for (const { id } of people) await sql`select compare_parties(${id})`.execute(tx);
      const { rows: doubtful } = await sql<{ id: number; reasons: string[] }>`
        update doubtful_sales set reported_at = market_now() where order_id in (
          select order_id from doubtful_sales where reported_at is null order by noted_at limit ${batch}
          for update skip locked)
        returning order_id as id, reasons`.execute(tx);
      for (const { id, reasons } of doubtful) {
        if (reasons.join() === 'refunded') continue;
        const subject = { kind: 'order', id } as const;
        await record(tx, { kind: 'order.sides_related', actor: null, subject, data: { reasons } });
      }
      return people.length + doubtful.length;
    }),
};
