import { sql } from 'kysely';
import { judgeContestation } from '#domain/contestations.ts';
import type { BankVerdict } from '#domain/contestations.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx } from '#server/context.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { inTransaction, marketNow } from '#server/transaction.ts';
import { contest, takeBack, uphold } from './outcomes.ts';
import { findPayment, lockPayment } from './payments.ts';
import type { HeldPayment } from './payments.ts';

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
  if (!own || (own.state !== 'contested' && !status.contested && status.returnedCents === 0)) return false;
  if (own.sendingCents > 0) await settleSending(ctx, own.orderId);
  return inTransaction(ctx.db, async (tx) => {
    const payment = await lockPayment(tx, own);
    const verdict = judgeContestation(status, payment);
    if (isUnpaid(payment) || !isFresh(verdict, payment, askedAt)) return false;
    if (verdict.excessCents > 0)
      ctx.log.error({ payment: own.id, ...verdict }, 'the bank took back too much: a person must look');
    switch (verdict.to) {
      case 'nothing':
        return false;
      case 'contest':
        return contest(tx, payment);
      case 'uphold':
        return uphold(tx, payment);
      case 'charge_back':
        return takeBack(ctx, tx, payment, verdict.takenCents);
    }
  });
}

/** An order that still waits for its price has nothing to stop; it is asked about again. */
const isUnpaid = ({ order }: HeldPayment) =>
  order.state === 'awaiting_payment' || order.state === 'payment_in_review';

/** An answer from before the contestation was known says nothing about its end. */
const isFresh = ({ to }: BankVerdict, { contestedAt, state }: HeldPayment, askedAt: Date) =>
  to === 'contest' || state !== 'contested' || contestedAt! < askedAt;

/** What left for the bank is asked for first: it is part of what came back. */
async function settleSending(ctx: Ctx, orderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from refunds where order_id = ${orderId} and state = 'processing'`.execute(ctx.db);
  for (const { id } of rows) await sendRefund(ctx, id);
}
