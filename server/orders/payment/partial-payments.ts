import { sql } from 'kysely';
import { partUsed } from '#domain/ledger/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { post } from '#server/ledger/post.ts';
import { chargePayment } from '#server/payments/commands.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { refundReceivedPayment } from '#server/payments/refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { storeReceivedPayment } from './incoming-payments.ts';
import type { ReceivedPayment } from './incoming-payments.ts';
import { orderEvent } from '#server/orders/moves.ts';
import { cancelOpenCharge, lastAttempt, replaceCharge } from './replacements.ts';

interface HeldPart {
  id: number;
  amountCents: number;
}

/**
 * §4.6: holds a payment of less than the total until the rest comes, for one day from the first part. Meanwhile it is
 * booked as owed to the buyer, and the missing amount is charged by Pix.
 * @param part `heldCents`: the sum of the earlier parts
 * @returns the calls to the provider for after the commit; null when the movement was stored before
 */
export async function holdPartialPayment(
  ctx: Ctx,
  tx: Tx,
  part: ReceivedPayment & { heldCents: number },
): Promise<((ctx: Ctx) => Promise<void>) | null> {
  const { charge, payment, heldCents } = part;
  const { amountCents } = payment;
  const paymentId = await storeReceivedPayment(tx, part);
  if (paymentId === null) return null;
  const held = { orderId: charge.id, paymentId, amountCents, reason: 'wrong_amount' } as const;
  await refundReceivedPayment(tx, { ...held, state: 'held' });
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = heldCents > 0 ? charge.dueAt! : new Date(charge.now.getTime() + payments.complementMs);
  await sql`update orders set due_at = ${until} where id = ${charge.id}`.execute(tx);
  const missingCents = charge.totalCents - heldCents - amountCents;
  const before = await lastAttempt(tx, charge.id);
  const request = { order: charge, method: 'pix', amountCents: missingCents, expiresAt: until } as const;
  const rest = await replaceCharge(ctx, tx, before, request);
  const facts = { receivedCents: amountCents, missingCents, until: until.toISOString() };
  await record(tx, orderEvent('payment.part_held', charge, null, facts));
  return async (context) =>
    void (await Promise.all([chargePayment(context, rest), cancelOpenCharge(context, before)]));
}

/** Books the held parts as payment of the order, in the transaction that marks the order as paid. */
export async function applyPartialPayments(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<HeldPart>`
    update refunds set state = 'used' where order_id = ${orderId} and state = 'held'
    returning id, amount_cents as "amountCents"`.execute(tx);
  for (const { id: refundId, amountCents } of rows.toSorted((one, other) => one.id - other.id))
    await post(tx, partUsed({ refundId, orderId, amountCents }));
}

/**
 * Refunds each held part completely and to its payer, because the order ended without the rest.
 * @returns the ids of the refunds to send to the provider
 */
export async function returnPartialPayments(ctx: Ctx, tx: Tx, orderId: number): Promise<number[]> {
  const { rows } = await sql<HeldPart>`
    select id, amount_cents as "amountCents" from refunds where order_id = ${orderId} and state = 'held'
    order by id for no key update`.execute(tx);
  if (rows.length === 0) return [];
  const amountCents = rows.reduce((sum, part) => sum + part.amountCents, 0);
  const state = await refundStateForAmount(ctx, tx, { orderId, amountCents });
  for (const { id } of rows) await sql`update refunds set state = ${state} where id = ${id}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The partial payments of an unpaid order in cents, with the order's creation and deadline. */
export interface PaidSoFar {
  heldCents: number;
  createdAt: Date;
  dueAt: Date | null;
}

export async function paidSoFar(tx: Tx, orderId: number): Promise<PaidSoFar> {
  const { rows } = await sql<PaidSoFar>`
    select coalesce(sum(r.amount_cents), 0)::bigint as "heldCents", o.created_at as "createdAt", o.due_at as "dueAt"
    from orders o left join refunds r on r.order_id = o.id and r.state = 'held'
    where o.id = ${orderId} group by o.id`.execute(tx);
  return rows[0]!;
}
