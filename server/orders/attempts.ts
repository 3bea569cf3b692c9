import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPayment as endpoint } from '#contract/payments.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { findPlan } from '#domain/installments.ts';
import type { Installments } from '#domain/installments.ts';
import { deadlines, isProviderMethod } from '#domain/payments.ts';
import type { PaymentMethod, PaymentState, ProviderMethod } from '#domain/payments.ts';
import type { Rules } from '#domain/rules.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { chargeCard, chargePayment } from '#server/payments/commands.ts';
import type { Card, Charge } from '#server/payments/commands.ts';
import { checkMethod } from '#server/payments/methods.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOrder, refuseMove } from './moves.ts';
import type { LockedOrder } from './moves.ts';
import { confirmPayment } from './payment.ts';

interface Attempt {
  id: number;
  attempt: number;
  method: PaymentMethod;
  state: PaymentState;
  reference: string;
  provider_id: string | null;
  asked_at: Date | null;
}

interface Started {
  reply: Reply<typeof endpoint>;
  /** Asks the provider, once this is durable. */
  charge: (ctx: Ctx) => Promise<void>;
}

/**
 * The buyer pays an order that waits: with a card's token, after a refusal once more, or in another way. Each attempt
 * is a payment with a reference of its own; the one before is given up.
 * @throws `wrong_state` · `method_closed` · `request_in_progress` while a card is being asked · `too_many_requests`
 */
export async function startAttempt(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof endpoint>,
): Promise<Started> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (actor !== 'buyer') fail('not_found');
  if (order.state !== 'awaiting_payment') refuseMove(order, actor);
  const rules = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const method = await checkMethod(ctx, tx, viewer.id, input.method, rules);
  // The balance and payment by hand are chosen with the order, not instead of a charge.
  if (!isProviderMethod(method)) fail('method_closed');
  const card = method === 'card' && ctx.payments.cardFields ? readCard(input, order, rules) : null;
  const before = await lastAttempt(tx, order.id);
  const untouched = before.state === 'created' && before.method === 'card' && before.asked_at === null;
  // A card that was asked may be charged already, until the truth is read: another one now would pay twice.
  const unread = before.state === 'created' || before.state === 'pending';
  if (before.asked_at && unread) fail('request_in_progress');
  if (before.attempt >= rules.payments.maxAttempts && !(untouched && card)) fail('too_many_requests');
  const { pixExpiryMs } = rules.timers;
  const until = deadlines(method, order.now, { ...rules.payments, pixExpiryMs });
  const wish = { order, method, card, ...until };
  const charge = untouched && card ? await askOf(tx, before, wish) : await replace(ctx, tx, before, wish);
  await sql`update orders set due_at = greatest(due_at, ${until.waitsUntil}) where id = ${order.id}`.execute(
    tx,
  );
  return {
    reply: { hash: order.hash, method, expiresAt: until.expiresAt.toISOString() },
    charge: async (context) => {
      if (!untouched) await giveUp(context, before);
      if (!card) return chargePayment(context, charge);
      const key = await chargeCard(context, charge, card);
      if (key) await confirmPayment(context, key);
    },
  };
}

type CardWish = Card & { plan: Installments };

interface Wish {
  order: LockedOrder;
  method: ProviderMethod;
  card: CardWish | null;
  expiresAt: Date;
}

/** A token and a plan that the rules know. */
function readCard(input: Body<typeof endpoint>, order: LockedOrder, rules: Rules): CardWish {
  const { token, brand = null, installments = 1 } = input;
  if (token === undefined) fail('invalid_request', { errors: { token: 'Digite os dados do cartão.' } });
  const plan = findPlan(order.totalCents, installments, rules.card);
  if (!plan) fail('invalid_request', { errors: { installments: 'Escolha outro número de parcelas.' } });
  return { token, brand, installments, plan };
}

async function lastAttempt(tx: Tx, orderId: number): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    select id, attempt, method, state, reference, provider_id, asked_at from payments
    where order_id = ${orderId} and attempt is not null order by attempt desc limit 1`.execute(tx);
  return rows[0]!;
}

/** The payment the order was placed with, for whose card nobody was asked yet. */
async function askOf(tx: Tx, before: Attempt, { order, card, expiresAt }: Wish): Promise<Charge> {
  await sql`update payments set asked_at = ${order.now}, installments = ${card!.installments},
    card_total_cents = ${card!.plan.totalCents}, expires_at = ${expiresAt} where id = ${before.id}`.execute(
    tx,
  );
  return chargeOf(order, 'card', before.id, before.reference, expiresAt);
}

async function replace(ctx: Ctx, tx: Tx, before: Attempt, wish: Wish): Promise<Charge> {
  const { order, method, card, expiresAt } = wish;
  const reference = randomBytes(16).toString('hex');
  await sql`update payments set state = 'cancelled'
    where order_id = ${order.id} and state in ('created', 'pending')`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, provider, method, amount_cents, reference, expires_at, attempt, asked_at,
      installments, card_total_cents)
    values (${order.id}, ${ctx.payments.name}, ${method}, ${order.totalCents}, ${reference}, ${expiresAt},
      ${before.attempt + 1}, ${card && order.now}, ${card && card.installments}, ${card && card.plan.totalCents})
    returning id`.execute(tx);
  return chargeOf(order, method, rows[0]!.id, reference, expiresAt);
}

function chargeOf(
  order: LockedOrder,
  method: ProviderMethod,
  paymentId: number,
  reference: string,
  expiresAt: Date,
): Charge {
  const { totalCents: amountCents, title: description } = order;
  return { paymentId, method, reference, amountCents, description, expiresAt };
}

/** Should it be paid all the same, its money pays the order or goes back: nothing hangs on the bank hearing this. */
async function giveUp(ctx: Ctx, { reference, provider_id: providerId, state }: Attempt): Promise<void> {
  if (state !== 'created' && state !== 'pending') return;
  const key: ChargeKey = { reference, providerId };
  await ctx.payments
    .cancelCharge(key)
    .catch((error: unknown) => ctx.log.warn({ err: error, reference }, 'a charge was not cancelled'));
}
