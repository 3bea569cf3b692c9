import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import { initialRefundState } from '#domain/refunds/refunds.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { peopleOfOrder, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * For queries: what else of its order went back or is owed, in cents, beside one refund. The limits of §4.8 are held
 * against all of it together, so that the parts of a price weigh as their whole, and so does what is asked for piece by
 * piece. What is only asked for, refused or waits for the rest of a price weighs nothing yet.
 */
export function othersOfOrder(orderId: RawBuilder<unknown>, refundId: RawBuilder<unknown>) {
  return sql<Cents>`(select coalesce(sum(w.amount_cents), 0)::bigint from refunds w
    where w.order_id = ${orderId} and w.id <> ${refundId} and w.state <> all ('{requested,held,rejected,used}'))`;
}

/**
 * The state in which a rule gives an amount of an order back: what went back to the same person within the window
 * counts (ADR 0075). The caller holds the order's row, so nothing else of it goes back meanwhile.
 * @param refundId of the refund that was asked for and is granted now
 */
export async function stateOfNew(
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
    select ${othersOfOrder(sql`${orderId}`, sql`${refundId}`)} as "otherCents"`.execute(tx);
  const people = peopleOfOrder(sql`${orderId}`, 'payer');
  const sums = await lockDecisionSums(tx, {
    kind: 'refund',
    deciderId: null,
    people,
    apartFromOrder: orderId,
  });
  return initialRefundState(sums.personCents + rows[0]!.otherCents + amountCents, rules.refunds);
}
