import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentMethod, PaymentState, ProviderMethod } from '#domain/payments/payments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Charge } from '#server/payments/commands.ts';
import { askedUntil } from '#server/payments/provider-lease.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { tellBank } from './provider-follow-ups.ts';

/** A try to pay an order. */
export interface Attempt {
  id: number;
  attempt: number;
  method: PaymentMethod;
  state: PaymentState;
  reference: string;
  provider_id: string | null;
  asked_at: Date | null;
}

/** What is charged next. */
export interface Wish {
  order: LockedOrder;
  method: ProviderMethod;
  /** All that the order costs, or what is missing of it. */
  amountCents: number;
  /** Of a card that is asked at once. */
  plan?: Installments;
  expiresAt: Date;
}

export async function lastAttempt(tx: Tx, orderId: number): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    select id, attempt, method, state, reference, provider_id, asked_at from payments
    where order_id = ${orderId} and attempt is not null order by attempt desc limit 1`.execute(tx);
  return rows[0]!;
}

/** Ends the charges that wait and makes another in their place; the bank hears of it once this is durable. */
export async function replaceCharge(ctx: Ctx, tx: Tx, before: Attempt, wish: Wish): Promise<Charge> {
  const { order, method, amountCents, plan, expiresAt } = wish;
  const reference = randomBytes(16).toString('hex');
  await sql`update payments set state = 'cancelled'
    where order_id = ${order.id} and state in ('created', 'pending')`.execute(tx);
  const { rows } = await sql<{ id: number; askedUntil: Date }>`
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at, attempt, asked_at,
      installments, card_total_cents, asked_until)
    values (${order.id}, ${ctx.payments.name}, ${method}, ${amountCents}, ${reference}, ${expiresAt},
      ${before.attempt + 1}, ${plan ? order.now : null}, ${plan?.count ?? null}, ${plan?.totalCents ?? null},
      ${askedUntil})
    returning id, asked_until as "askedUntil"`.execute(tx);
  return chargeOf(wish, { ...rows[0]!, reference });
}

export function chargeOf(
  { order, method, amountCents, expiresAt }: Wish,
  payment: { id: number; reference: string; askedUntil: Date },
): Charge {
  const { id: paymentId, reference, askedUntil: until } = payment;
  const description = order.title;
  return { paymentId, method, reference, amountCents, description, expiresAt, askedUntil: until };
}

/** The bank hears that nobody shall pay it any more, if it was still open. */
export async function giveUp(
  ctx: Ctx,
  { reference, provider_id: providerId, state }: Attempt,
): Promise<void> {
  if (state === 'created' || state === 'pending')
    await tellBank(ctx, { givenUp: [{ reference, providerId }] });
}
