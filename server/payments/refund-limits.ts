import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import { initialRefundState } from '#domain/refunds/refunds.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { peopleOfOrder, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * For queries: the sum of the order's other refunds in cents, paid or owed. The limits of §4.8 apply to the sum of all
 * refunds of an order, so that splitting a refund does not avoid them. Refunds that are only requested or rejected and
 * partial payments do not count.
 */
export function otherRefundsOfOrder(orderId: RawBuilder<unknown>, refundId: RawBuilder<unknown>) {
  return sql<Cents>`(select coalesce(sum(w.amount_cents), 0)::bigint from refunds w
    where w.order_id = ${orderId} and w.id <> ${refundId} and w.state <> all ('{requested,awaiting_return,held,rejected,used}'))`;
}

/**
 * The initial state of a refund by a rule. Refunds to the same person within the window count (ADR 0075). The caller has
 * locked the order's row, so that no other refund of it is made meanwhile.
 * @param refundId of a requested refund that is granted now
 */
export async function refundStateForAmount(
  ctx: Ctx,
  tx: Tx,
  {
    orderId,
    amountCents,
    refundId = 0,
  }: { orderId: number; amountCents: Cents; refundId?: number | undefined },
): Promise<RefundState> {
  const { rules } = await currentRules(ctx.db, tx);
  const { rows } = await sql<{ otherCents: Cents }>`
    select ${otherRefundsOfOrder(sql`${orderId}`, sql`${refundId}`)} as "otherCents"`.execute(tx);
  const people = peopleOfOrder(sql`${orderId}`, 'payer');
  const sums = await lockDecisionSums(tx, {
    kind: 'refund',
    deciderId: null,
    people,
    apartFromOrder: orderId,
  });
  return initialRefundState(sums.personCents + rows[0]!.otherCents + amountCents, rules.refunds);
}
