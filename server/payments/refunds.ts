import { sql } from 'kysely';
import type { RefundReason } from '#domain/payments.ts';
import { refund as refundFromEscrow, refundPaid, refundReceived } from '#domain/postings.ts';
import type { TransferStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import { post } from '#server/ledger/post.ts';
import { inTransaction } from '#server/transaction.ts';

/** Attempts at the bank before a person has to look (product §4.8). */
export const maxRefundAttempts = 3;

interface NewRefund {
  orderId: number;
  paymentId: number;
  amountCents: number;
  reason: RefundReason;
}

/** M4: owes the buyer what the order's escrow holds. Made by a rule, so born approved. */
export async function refundEscrow(tx: Tx, given: NewRefund): Promise<number> {
  const refundId = await insertRefund(tx, given);
  await post(tx, refundFromEscrow({ refundId, orderId: given.orderId, amountCents: given.amountCents }));
  return refundId;
}

/** Owes the payer money that came in and belongs to no escrow. */
export async function refundArrival(tx: Tx, given: NewRefund): Promise<number> {
  const refundId = await insertRefund(tx, given);
  await post(tx, refundReceived({ refundId, paymentId: given.paymentId, amountCents: given.amountCents }));
  return refundId;
}

async function insertRefund(tx: Tx, { orderId, paymentId, reason, amountCents }: NewRefund): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into refunds (order_id, payment_id, reason, amount_cents)
    values (${orderId}, ${paymentId}, ${reason}, ${amountCents}) returning id`.execute(tx);
  return rows[0]!.id;
}

interface Attempt {
  refund_id: number;
  order_id: number;
  payment_id: number;
  amount_cents: number;
  attempts: number;
  charge_id: string;
  end_to_end_id: string;
}

/**
 * One step of a refund at the bank: takes an attempt, asks, writes the answer down. Each attempt has a reference of
 * its own, and asking twice for one is asking once; an answer that never comes leaves it `processing`, to be asked
 * again.
 * @returns whether the refund moved on
 */
export async function sendRefund(ctx: Ctx, refundId: number): Promise<boolean> {
  const attempt = await takeAttempt(ctx, refundId);
  if (!attempt) return false;
  const answer = await ctx.payments.refund({
    reference: `refund${String(refundId).padStart(12, '0')}t${attempt.attempts}`,
    chargeId: attempt.charge_id,
    endToEndId: attempt.end_to_end_id,
    amountCents: attempt.amount_cents,
  });
  if (answer.state === 'processing') return false;
  return inTransaction(ctx.db, (tx) => settleAttempt(ctx, tx, attempt, answer));
}

async function takeAttempt(ctx: Ctx, refundId: number): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    with taken as (
      update refunds set state = 'processing', attempts = attempts + case state when 'processing' then 0 else 1 end
      where id = ${refundId} and state in ('approved', 'processing', 'failed')
      returning id, order_id, payment_id, amount_cents, attempts)
    select t.id as refund_id, t.order_id, t.payment_id, t.amount_cents, t.attempts, p.provider_id as charge_id,
      p.end_to_end_id
    from taken t join payments p on p.id = t.payment_id`.execute(ctx.db);
  return rows[0];
}

async function settleAttempt(ctx: Ctx, tx: Tx, attempt: Attempt, answer: TransferStatus): Promise<boolean> {
  const { refund_id: refundId, amount_cents: amountCents } = attempt;
  // Another process may have asked for the same attempt and have written its answer already.
  const { rows } = await sql<{ buyer_id: number; hash: string }>`
    select o.buyer_id, o.hash from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.state = 'processing' and r.attempts = ${attempt.attempts}
    for no key update of r`.execute(tx);
  const order = rows[0];
  if (!order) return false;
  if (answer.state === 'failed') {
    await failAttempt(ctx, tx, attempt, answer.reason ?? 'O banco recusou');
    return true;
  }
  await sql`update refunds set state = 'completed', provider_id = ${answer.providerId}, last_error = null,
    completed_at = market_now() where id = ${refundId}`.execute(tx);
  await post(tx, refundPaid({ refundId, amountCents }));
  await sql`update payments p set state = case when p.received_cents = (
      select sum(amount_cents) from refunds where payment_id = p.id and state = 'completed')
    then 'refunded' else 'partially_refunded' end where id = ${attempt.payment_id}`.execute(tx);
  await record(tx, {
    kind: 'refund.completed',
    actor: null,
    subject: { kind: 'refund', id: refundId },
    data: { orderId: attempt.order_id, hash: order.hash, buyerId: order.buyer_id, amountCents },
  });
  return true;
}

async function failAttempt(ctx: Ctx, tx: Tx, attempt: Attempt, reason: string): Promise<void> {
  await sql`update refunds set state = 'failed', last_error = ${reason} where id = ${attempt.refund_id}`.execute(
    tx,
  );
  if (attempt.attempts < maxRefundAttempts) return;
  await sql`update refunds set state = 'manual' where id = ${attempt.refund_id}`.execute(tx);
  ctx.log.error({ refund: attempt.refund_id, reason }, 'the bank refuses a refund: a person must look');
}

/** The provider says that a refund moved; which one stands in its reference. */
export async function sendRefundOf(ctx: Ctx, reference: string): Promise<void> {
  const match = /^refund(\d{12})t\d+$/.exec(reference);
  if (match) await sendRefund(ctx, Number(match[1]));
}
