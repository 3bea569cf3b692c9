import { sql } from 'kysely';
import { judgeContestation } from '#domain/payments/contestations.ts';
import type { ChargeKey, ChargeStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { inTransaction, marketNow } from '#server/database/transaction.ts';
import { noteDifference } from './differences.ts';
import { contest, takeBack, uphold, win } from './outcomes.ts';
import { findPayment, lockPayment } from './payments.ts';
import type { HeldPayment, OwnPayment } from './payments.ts';

/**
 * P26: asks the provider whether the payer's bank looks at a charge, keeps it or took it back, and follows. Notice and
 * reconciliation both end here; only what stands now counts, however often, late or out of order it is asked.
 * @returns whether anything was new
 */
export async function followContestation(ctx: Ctx, key: ChargeKey): Promise<boolean> {
  const askedAt = await marketNow(ctx.db);
  const status = await ctx.payments.findCharge(key);
  if (!status) return false;
  const own = await findPayment(ctx.db, status);
  if (!own || (isQuiet(own) && !status.contested && status.returnedCents === 0)) return false;
  if (own.sendingCents > 0) await settleSending(ctx, own.orderId);
  return inTransaction(ctx.db, async (tx) => {
    const payment = await lockPayment(tx, own);
    const verdict = judgeContestation(status, payment);
    if (isUnpaid(payment) || !isFresh(payment, askedAt)) return false;
    if (verdict.unclaimedCents > 0) await noteUnclaimed(ctx, tx, payment, status);
    switch (verdict.to) {
      case 'nothing':
        return false;
      case 'contest':
        return contest(tx, payment);
      case 'uphold':
        return uphold(tx, payment);
      case 'charge_back':
        return takeBack(ctx, tx, payment, verdict.takenCents);
      case 'win':
        return win(tx, payment, verdict.wonCents);
    }
  });
}

/** Money that the bank gave back and no rule of ours gives to anybody: a person must look. */
async function noteUnclaimed(
  ctx: Ctx,
  tx: Tx,
  { id, sentCents, debtCents }: HeldPayment,
  { returnedCents }: ChargeStatus,
): Promise<void> {
  ctx.log.error({ payment: id, returnedCents }, 'the bank gave back what a sale lost: a person must look');
  await noteDifference(tx, {
    paymentId: id,
    problem: 'amount_differs',
    movement: String(returnedCents),
    ourCents: sentCents + debtCents,
    theirCents: returnedCents,
  });
}

/** An order that still waits for its price has nothing to stop; it is asked about again. */
const isUnpaid = ({ order }: HeldPayment) =>
  order.state === 'awaiting_payment' || order.state === 'payment_in_review';

/** Nothing of it is contested or was taken. */
const isQuiet = ({ state, isTaken, debtCents }: OwnPayment) =>
  state !== 'contested' && !isTaken && debtCents === 0;

/** An answer from before our books last followed the bank says nothing about what came after. */
const isFresh = ({ bookedAt }: HeldPayment, askedAt: Date) => bookedAt === null || bookedAt < askedAt;

/** What left for the bank is asked for first: it is part of what came back. */
async function settleSending(ctx: Ctx, orderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${orderId} and state = 'processing'`.execute(ctx.db);
  for (const { id } of rows) await sendRefund(ctx, id);
}
