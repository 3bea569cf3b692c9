import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Receipt } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { retakeStock } from '#server/orders/stock.ts';
import { closeInVain } from '#server/orders/timers.ts';
import type { Untold } from './provider-follow-ups.ts';

/** When the bank took the money; a clock of the bank that is ahead of ours decides nothing. */
const tookAt = ({ at }: Receipt, now: Date) => new Date(Math.min(Date.parse(at), now.getTime()));

/**
 * P04, P07: an order whose time to pay was over before any of the money came ends first, so that late money meets the
 * same order whether or not a sweep has been there (decision 73). Money that came in time pays it, however late we hear.
 * @param arrivals `untold`: what the bank must hear of it is added
 */
export async function closeInTime(
  ctx: Ctx,
  tx: Tx,
  arrivals: { charge: LockedCharge; reference: string; receipts: readonly Receipt[]; untold: Untold },
): Promise<LockedCharge> {
  const { charge, reference, receipts, untold } = arrivals;
  const { dueAt, dueEvent, now } = charge;
  if (dueEvent !== 'expire' || !dueAt || dueAt > now || receipts.length === 0) return charge;
  if (receipts.some((receipt) => tookAt(receipt, now) < dueAt)) return charge;
  const closed = await closeInVain(ctx, tx, charge);
  untold.givenUp.push(...closed.untold.givenUp);
  untold.refundIds.push(...closed.untold.refundIds);
  return (await lockCharge(tx, reference))!;
}

/** P07: its time to pay was not long over when the bank took the money, and its stock can be taken again. */
export async function isRevivable(ctx: Ctx, tx: Tx, order: LockedOrder, receipt: Receipt): Promise<boolean> {
  const endedAt = order.lapsedAt ?? order.closedAt;
  if (!finalOrderStates.includes(order.state) || !endedAt) return false;
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const late = tookAt(receipt, order.now).getTime() - endedAt.getTime();
  return late <= timers.latePaymentMs && retakeStock(tx, order);
}
