import { sql } from 'kysely';
import type { RefundDestination } from '#domain/payments/payments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { payFromFund } from '#server/payments/fund/payments.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { resumeAfterFund } from './fund-resumption.ts';

/** N03: regrets that staff have not decided by their final deadline are paid by the guarantee fund. */
export const payUnansweredRegrets: Sweep = {
  name: 'refunds.pay-unanswered-regrets',
  everyMs: 30_000,
  run: (ctx) =>
    processDueRows(ctx, 'an unanswered regret could not be paid', async (tx, failed) => {
      const due = await lockUnanswered(tx, sql`o.id <> all (${failed}::bigint[])`);
      return due && { id: due.id, work: () => payRegret(tx, due) };
    }),
};

/** The same for one order, before a command acts on it (decision 73). */
export const payRegretNow = (ctx: Ctx, orderId: number): Promise<void> =>
  processDueRow(ctx, orderId, async (tx) => {
    const due = await lockUnanswered(tx, sql`o.id = ${orderId}`);
    return due && payRegret(tx, due);
  });

interface UnansweredRegret extends LockedOrder {
  regretId: number;
  destination: RefundDestination;
}

/** Locks the order of one unanswered regret. During a complaint the regret ends with it. */
async function lockUnanswered(tx: Tx, which: ReturnType<typeof sql>): Promise<UnansweredRegret | undefined> {
  const { rows } = await sql<UnansweredRegret>`
    select ${orderColumns}, r.id as "regretId", r.destination
    from refunds r join orders o on o.id = r.order_id join listing_versions v on v.id = o.listing_version_id
    where r.state = 'requested' and r.fund_at <= deadline_now() and o.state in ('delivered', 'completed') and ${which}
    order by r.fund_at limit 1 for no key update of o skip locked`.execute(tx);
  return rows[0];
}

async function payRegret(tx: Tx, order: UnansweredRegret): Promise<(ctx: Ctx) => Promise<void>> {
  const { regretId, destination } = order;
  const buyerCents = unrefundedCents(order);
  const refundIds = await payFromFund(
    tx,
    order,
    { cause: 'regret', regretId },
    { buyerCents, sellerCents: 0, destination },
  );
  return resumeAfterFund(tx, order, { buyerCents, refundIds });
}
