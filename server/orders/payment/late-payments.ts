import { finalOrderStates } from '#domain/orders/orders.ts';
import type { IncomingPayment } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { stillFitsAge } from '#server/accounts/ages/purchases.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { reserveStockAgain } from '#server/orders/stock.ts';
import { closeUnpaidByTimer } from '#server/orders/timers.ts';
import type { ProviderFollowUps } from './provider-follow-ups.ts';

/** When the bank received the money, but never later than now, since the bank's clock may be ahead of ours. */
const receivedAt = ({ at }: IncomingPayment, now: Date) => new Date(Math.min(Date.parse(at), now.getTime()));

/**
 * P04, P07: closes an order whose deadline passed before any of the money came, so that late money finds the same order
 * whether or not a sweep has run (decision 73). Money that came in time pays the order, however late we learn of it.
 * @param update `followUps`: calls to the provider are added to it
 */
export async function closeIfOverdue(
  ctx: Ctx,
  tx: Tx,
  update: {
    charge: LockedCharge;
    reference: string;
    incoming: readonly IncomingPayment[];
    followUps: ProviderFollowUps;
  },
): Promise<LockedCharge> {
  const { charge, reference, incoming, followUps } = update;
  const { dueAt, dueEvent, now, deadlineNow } = charge;
  if (dueEvent !== 'expire' || !dueAt || dueAt > deadlineNow || incoming.length === 0) return charge;
  if (incoming.some((payment) => receivedAt(payment, now) < dueAt)) return charge;
  const closed = await closeUnpaidByTimer(ctx, tx, charge);
  followUps.chargesToCancel.push(...closed.followUps.chargesToCancel);
  followUps.refundIds.push(...closed.followUps.refundIds);
  return (await lockCharge(tx, reference))!;
}

/**
 * P07: whether the bank received the money shortly after the deadline and the stock can be reserved again. What its
 * buyer bought meanwhile counts for the limits of their age (F58).
 */
export async function isRevivable(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  payment: IncomingPayment,
): Promise<boolean> {
  const endedAt = order.lapsedAt ?? order.closedAt;
  if (!finalOrderStates.includes(order.state) || !endedAt) return false;
  const rules = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const late = receivedAt(payment, order.now).getTime() - endedAt.getTime();
  if (late > rules.timers.latePaymentMs || !(await stillFitsAge(tx, order, rules))) return false;
  return reserveStockAgain(tx, order);
}
