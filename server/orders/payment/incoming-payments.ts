import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ChargeStatus, IncomingPayment } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { RefundReason } from '#domain/payments/payments.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { refundReceivedPayment } from '#server/payments/refunds.ts';
import type { LockedCharge } from './charges.ts';

/** A payment that the provider reports for a charge. */
export interface ReceivedPayment {
  charge: LockedCharge;
  status: ChargeStatus;
  payment: IncomingPayment;
}

/**
 * Stores money that does not pay its charge as a payment of its own, so that every movement of the bank is one row.
 * @returns its id; null when the movement was stored before
 */
export async function storeReceivedPayment(
  tx: Tx,
  { charge, status, payment }: ReceivedPayment,
): Promise<number | null> {
  const { endToEndId, amountCents, payerDocument = null } = payment;
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, provider, method, amount_cents, reference, provider_id, expires_at, attempt)
    select order_id, provider, method, ${amountCents}, ${randomBytes(16).toString('hex')}, ${status.providerId},
      market_now(), null
    from payments where id = ${charge.paymentId}
      and not exists (select from payments where end_to_end_id = ${endToEndId})
    returning id`.execute(tx);
  const paymentId = rows[0]?.id;
  if (paymentId === undefined) return null;
  await sql`update payments set state = 'confirmed', received_cents = ${amountCents}, end_to_end_id = ${endToEndId},
    payer_document = ${payerDocument}, confirmed_at = market_now() where id = ${paymentId}`.execute(tx);
  return paymentId;
}

/** Books a refund of money that does not pay the order. */
export async function returnPayment(
  ctx: Ctx,
  tx: Tx,
  received: ReceivedPayment & { reason: RefundReason },
): Promise<number[]> {
  const paymentId = await storeReceivedPayment(tx, received);
  if (paymentId === null) return [];
  const owed = { orderId: received.charge.id, paymentId, amountCents: received.payment.amountCents };
  const state = await refundStateForAmount(ctx, tx, owed);
  return [await refundReceivedPayment(tx, { ...owed, reason: received.reason, state })];
}
