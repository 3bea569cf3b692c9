import { sql } from 'kysely';
import type { ChargeStatus, IncomingPayment } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { peopleOf, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import { orderEvent, moveOrder } from '#server/orders/moves.ts';

const unpaidStates: readonly string[] = ['created', 'pending'];

/**
 * Whether a person other than the buyer paid more than is allowed without review (§4.6), counting this payer's and this
 * buyer's other orders in the same window (ADR 0075). Without the document of payer and buyer there is no verdict.
 */
export async function classifyPayer(
  ctx: Ctx,
  tx: Tx,
  charge: LockedCharge,
  { payerDocument, amountCents }: IncomingPayment,
): Promise<'stranger' | 'refused' | undefined> {
  if (charge.reviewDecision === 'refund') return 'refused';
  if (charge.reviewDecision === 'release' || !payerDocument) return undefined;
  const { rows } = await sql`
    select from users where id = ${charge.buyerId} and coalesce(cpf, cnpj) is not null
      and ${payerDocument} is distinct from cpf and ${payerDocument} is distinct from cnpj`.execute(tx);
  if (rows.length === 0) return undefined;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const { personCents } = await lockDecisionSums(tx, {
    kind: 'third_party',
    deciderId: null,
    people: peopleOf(sql`${charge.buyerId}`, sql`${payerDocument}`),
    apartFromOrder: charge.id,
  });
  if (personCents + amountCents <= payments.thirdPartyLimitCents) return undefined;
  // A charge that was replaced by another is not reviewed any more: its money goes back.
  return unpaidStates.includes(charge.paymentState) || charge.paymentState === 'in_review'
    ? 'stranger'
    : 'refused';
}

/** P02: holds money of another person for review; nothing is booked until staff decide. */
export async function holdForReview(
  ctx: Ctx,
  tx: Tx,
  charge: LockedCharge,
  { payerDocument }: IncomingPayment,
): Promise<boolean> {
  if (charge.paymentState === 'in_review') return false;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = new Date(charge.now.getTime() + payments.holdMs);
  await sql`update payments set state = 'in_review', review_reason = 'third_party', review_until = ${until},
    payer_document = ${payerDocument ?? null} where id = ${charge.paymentId}`.execute(tx);
  await moveToReview(tx, charge);
  return true;
}

/** Applies the provider's status of a charge without money: under review, or declined. */
export async function applyProviderReview(ctx: Ctx, status: ChargeStatus): Promise<boolean> {
  const { reference, state } = status;
  if (state !== 'in_review' && state !== 'declined') return false;
  return inTransaction(ctx.db, async (tx) => {
    const charge = await lockCharge(tx, reference);
    if (!charge) return false;
    return state === 'declined'
      ? decline(ctx, tx, charge, status)
      : startProviderReview(ctx, tx, charge, status);
  });
}

async function startProviderReview(
  ctx: Ctx,
  tx: Tx,
  charge: LockedCharge,
  status: ChargeStatus,
): Promise<boolean> {
  if (!unpaidStates.includes(charge.paymentState) || charge.state !== 'awaiting_payment') return false;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = new Date(charge.now.getTime() + payments.providerReviewMs);
  const { brand = null, last4 = null } = status.card ?? {};
  await sql`update payments set state = 'in_review', review_reason = 'provider', review_until = ${until},
    card_brand = ${brand}, card_last4 = ${last4} where id = ${charge.paymentId}`.execute(tx);
  await moveToReview(tx, charge);
  return true;
}

/** After an immediate refusal the buyer tries again before the order's deadline; after a review the deadline is extended. */
async function decline(ctx: Ctx, tx: Tx, charge: LockedCharge, status: ChargeStatus): Promise<boolean> {
  const examined = charge.paymentState === 'in_review';
  if (!examined && !unpaidStates.includes(charge.paymentState)) return false;
  const { brand = null, last4 = null } = status.card ?? {};
  await sql`update payments set state = 'declined', declined_reason = ${status.declinedReason ?? 'other'},
    card_brand = ${brand}, card_last4 = ${last4} where id = ${charge.paymentId}`.execute(tx);
  if (!examined || charge.state !== 'payment_in_review') return true;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  await moveOrder(tx, charge, {
    events: ['reopen_payment'],
    actor: 'system',
    due: { at: new Date(charge.now.getTime() + payments.retryMs), event: 'expire' },
    happenings: (moved) => [orderEvent('payment.declined', moved, null)],
  });
  return true;
}

async function moveToReview(tx: Tx, charge: LockedCharge): Promise<void> {
  if (charge.state !== 'awaiting_payment') return;
  await moveOrder(tx, charge, {
    events: ['review_payment'],
    actor: 'system',
    happenings: (moved) => [orderEvent('payment.held', moved, null)],
  });
}
