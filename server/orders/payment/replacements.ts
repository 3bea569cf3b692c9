import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentMethod, PaymentState, ProviderMethod } from '#domain/payments/payments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Billing } from '#server/payments/methods.ts';
import type { Charge } from '#server/payments/commands.ts';
import { leaseEnd } from '#server/payments/provider-lease.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { runFollowUps } from './provider-follow-ups.ts';

/** An attempt to pay an order. */
export interface Attempt {
  id: number;
  attempt: number;
  method: PaymentMethod;
  state: PaymentState;
  reference: string;
  provider_id: string | null;
  asked_at: Date | null;
}

/** The next charge to make. */
export interface ChargeRequest {
  order: LockedOrder;
  method: ProviderMethod;
  /** The order's total, or the part of it that is missing. */
  amountCents: number;
  /** The installment plan of a card that is charged at once. */
  plan?: Installments | undefined;
  billing?: Billing | null;
  expiresAt: Date;
}

export async function lastAttempt(tx: Tx, orderId: number): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    select id, attempt, method, state, reference, provider_id, asked_at from payments
    where order_id = ${orderId} and attempt is not null order by attempt desc limit 1`.execute(tx);
  return rows[0]!;
}

/** Cancels the open charges and creates another; the caller calls the provider after the commit. */
export async function replaceCharge(
  ctx: Ctx,
  tx: Tx,
  before: Attempt,
  request: ChargeRequest,
): Promise<Charge> {
  const { order, method, amountCents, plan, billing, expiresAt } = request;
  const reference = randomBytes(16).toString('hex');
  await sql`update payments set state = 'cancelled'
    where order_id = ${order.id} and state in ('created', 'pending')`.execute(tx);
  const { rows } = await sql<{ id: number; leaseUntil: Date }>`
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at, attempt, asked_at,
      installments, card_total_cents, billing_name, billing_document, asked_until)
    values (${order.id}, ${ctx.payments.name}, ${method}, ${amountCents}, ${reference}, ${expiresAt},
      ${before.attempt + 1}, ${plan ? order.now : null}, ${plan?.count ?? null}, ${plan?.totalCents ?? null},
      ${billing?.name ?? null}, ${billing?.document ?? null}, ${leaseEnd})
    returning id, asked_until as "leaseUntil"`.execute(tx);
  return chargeOf(request, { ...rows[0]!, reference });
}

export function chargeOf(
  { order, method, amountCents, expiresAt }: ChargeRequest,
  payment: { id: number; reference: string; leaseUntil: Date },
): Charge {
  const { id: paymentId, reference, leaseUntil: until } = payment;
  const description = order.title;
  return { paymentId, method, reference, amountCents, description, expiresAt, leaseUntil: until };
}

/** Cancels the charge at the provider if it was still open. */
export async function cancelOpenCharge(
  ctx: Ctx,
  { reference, provider_id: providerId, state }: Attempt,
): Promise<void> {
  if (state === 'created' || state === 'pending')
    await runFollowUps(ctx, { chargesToCancel: [{ reference, providerId }] });
}
