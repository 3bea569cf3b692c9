import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { createPayment as endpoint } from '#contract/payments/payments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { findPlan } from '#domain/payments/installments.ts';
import type { Installments } from '#domain/payments/installments.ts';
import { attemptDeadlines, chargeDeadlineRules } from '#domain/payments/charge-deadlines.ts';
import { outOfTimeTexts } from '#domain/payments/out-of-time-texts.ts';
import { isProviderMethod } from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { chargeCard, chargePayment } from '#server/payments/commands.ts';
import type { Card, Charge } from '#server/payments/commands.ts';
import { checkMethod, offeredByProvider } from '#server/payments/methods.ts';
import { leaseEnd } from '#server/payments/provider-lease.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { lockOrder, refuseMove } from '#server/orders/moves.ts';
import { paidSoFar } from './partial-payments.ts';
import { confirmPayment } from './payment.ts';
import { chargeOf, cancelOpenCharge, lastAttempt, replaceCharge } from './replacements.ts';
import type { Attempt, ChargeRequest } from './replacements.ts';

interface StartedAttempt {
  reply: Reply<typeof endpoint>;
  /** Asks the provider; called after the commit. */
  charge: (ctx: Ctx) => Promise<void>;
}

/**
 * The buyer pays an unpaid order: with a card's token, again after a refusal, or by another method. Each attempt is a
 * payment with its own reference; the previous attempt is cancelled.
 * @throws `wrong_state` · `method_closed`, also when too little time is left for it (P01) · `request_in_progress` while
 *   the provider decides on a card · `payment_attempts_used`
 */
export async function startAttempt(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof endpoint>,
): Promise<StartedAttempt> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (actor !== 'buyer') fail('not_found');
  if (order.state === 'expired') await refuseMove(tx, order, actor, { detail: outOfTimeTexts.pix });
  if (order.state !== 'awaiting_payment') await refuseMove(tx, order, actor);
  const rules = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { heldCents, ...since } = await paidSoFar(tx, order.id);
  // A boleto takes days to confirm, but a partial payment waits for the rest for one day only.
  if (heldCents > 0 && input.method === 'boleto') fail('method_closed');
  const { method, billing } = await checkMethod(ctx, tx, viewer.id, input, rules);
  // The balance and manual payment are chosen when the order is placed, not as a later attempt.
  if (!isProviderMethod(method)) fail('method_closed');
  const amountCents = order.totalCents - heldCents;
  const card = method === 'card' && ctx.payments.cardFields ? readCard(input, amountCents, rules) : null;
  const before = await lastAttempt(tx, order.id);
  const isUntriedCard = before.state === 'created' && before.method === 'card' && before.asked_at === null;
  // Until the provider's answer is read, the card may be charged already: another attempt now would pay twice.
  const unread = before.state === 'created' || before.state === 'pending';
  if (before.asked_at && unread) fail('request_in_progress');
  if (before.attempt >= rules.payments.maxAttempts && !(isUntriedCard && card)) fail('payment_attempts_used');
  const { calendar } = (await currentRules(ctx.db, tx)).rules;
  const unpaid = { ...since, now: order.now, open: offeredByProvider(ctx, rules) };
  const until = attemptDeadlines(method, unpaid, chargeDeadlineRules(rules, calendar));
  if (!until) fail('method_closed', { detail: outOfTimeTexts[method] });
  const expiresAt = heldCents > 0 ? since.dueAt! : until.expiresAt;
  const request = { order, method, amountCents, plan: card?.plan, billing, expiresAt };
  const charge =
    isUntriedCard && card
      ? await startCardCharge(tx, before, request)
      : await replaceCharge(ctx, tx, before, request);
  if (heldCents === 0)
    await sql`update orders set due_at = greatest(due_at, ${until.waitsUntil}) where id = ${order.id}`.execute(
      tx,
    );
  return {
    reply: { hash: order.hash, method, expiresAt: expiresAt.toISOString() },
    charge: async (context) => {
      const paying = card ? payByCard(context, charge, card) : chargePayment(context, charge);
      await Promise.all([paying, isUntriedCard ? null : cancelOpenCharge(context, before)]);
    },
  };
}

async function payByCard(ctx: Ctx, charge: Charge, card: Card): Promise<void> {
  const key = await chargeCard(ctx, charge, card);
  if (key) await confirmPayment(ctx, key);
}

/** The card's token with an installment plan that the rules allow. */
function readCard(
  input: Body<typeof endpoint>,
  amountCents: number,
  rules: Rules,
): Card & { plan: Installments } {
  const { token, brand = null, installments = 1 } = input;
  if (token === undefined) fail('invalid_request', { errors: { token: 'Digite os dados do cartão.' } });
  const plan = findPlan(amountCents, installments, rules.card);
  if (!plan) fail('invalid_request', { errors: { installments: 'Escolha outro número de parcelas.' } });
  return { token, brand, installments, plan };
}

/** Uses the payment that the order was placed with, whose card was not charged yet. */
async function startCardCharge(tx: Tx, before: Attempt, request: ChargeRequest): Promise<Charge> {
  const { order, plan, expiresAt } = request;
  const { rows } = await sql<{ leaseUntil: Date }>`
    update payments set asked_at = ${order.now}, installments = ${plan!.count}, asked_until = ${leaseEnd},
      card_total_cents = ${plan!.totalCents}, expires_at = ${expiresAt}
    where id = ${before.id} returning asked_until as "leaseUntil"`.execute(tx);
  return chargeOf(request, { ...before, ...rows[0]! });
}
