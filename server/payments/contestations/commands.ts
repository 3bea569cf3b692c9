import { sql } from 'kysely';
import { judgeContestation } from '#domain/payments/contestations.ts';
import type { ChargeKey, ChargeStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';
import { storeDifference } from './differences.ts';
import { contest, bookChargeback, uphold, win } from './outcomes.ts';
import { findPayment, lockPayment } from './payments.ts';
import type { LockedPayment, OwnPayment } from './payments.ts';

/**
 * P26: asks the provider whether the payer's bank examines, upholds or charged back a payment, and books the result.
 * Webhook and reconciliation both end here; only the provider's current state counts, however often, late or out of
 * order it is asked.
 * @returns whether anything changed
 */
export async function followContestation(ctx: Ctx, key: ChargeKey): Promise<boolean> {
  const askedAt = await marketNow(ctx.db);
  const status = await ctx.payments.findCharge(key);
  if (!status) return false;
  const own = await findPayment(ctx.db, status);
  if (!own || (isUndisputed(own) && !status.contested && status.returnedCents === 0)) return false;
  if (own.sendingCents > 0) await refreshSentRefunds(ctx, own.orderId);
  return inTransaction(ctx.db, async (tx) => {
    const payment = await lockPayment(tx, own);
    const verdict = judgeContestation(status, payment);
    if (isUnpaid(payment) || !isFresh(payment, askedAt)) return false;
    if (verdict.unclaimedCents > 0) await reportUnclaimed(ctx, tx, payment, status);
    switch (verdict.to) {
      case 'nothing':
        return false;
      case 'contest':
        return contest(tx, payment);
      case 'uphold':
        return uphold(tx, payment);
      case 'charge_back':
        return bookChargeback(ctx, tx, payment, verdict.takenCents);
      case 'win':
        return win(tx, payment, verdict.wonCents);
    }
  });
}

/** Reports money that the bank returned and that no rule assigns to anyone, for staff to examine. */
async function reportUnclaimed(
  ctx: Ctx,
  tx: Tx,
  { id, sentCents, debtCents }: LockedPayment,
  { returnedCents }: ChargeStatus,
): Promise<void> {
  ctx.log.error({ payment: id, returnedCents }, 'the bank gave back what a sale lost: a person must look');
  await storeDifference(tx, {
    paymentId: id,
    problem: 'amount_differs',
    movement: String(returnedCents),
    ourCents: sentCents + debtCents,
    theirCents: returnedCents,
  });
}

/** An unpaid order has nothing to block; the sweep asks about it again. */
const isUnpaid = ({ order }: LockedPayment) =>
  order.state === 'awaiting_payment' || order.state === 'payment_in_review';

/** No part of it is contested or was charged back. */
const isUndisputed = ({ state, isTaken, debtCents }: OwnPayment) =>
  state !== 'contested' && !isTaken && debtCents === 0;

/** An answer from before our last booking of a contestation is out of date. */
const isFresh = ({ bookedAt }: LockedPayment, askedAt: Date) => bookedAt === null || bookedAt < askedAt;

/** Asks about refunds in process first, because the returned amount may include them. */
async function refreshSentRefunds(ctx: Ctx, orderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${orderId} and state = 'processing'`.execute(ctx.db);
  for (const { id } of rows) await sendRefund(ctx, id);
}
