import { sql } from 'kysely';
import type { ChargeStatus, Receipt } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { peopleOf, weighDecision } from '#server/staff/money-decisions/sums.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import { happening, moveOrder } from '#server/orders/moves.ts';

const waiting: readonly string[] = ['created', 'pending'];

/**
 * Whether somebody else than the buyer paid more than may go unseen (§4.6), with what the window holds of this payer
 * and of this buyer's other orders (ADR 0075). Where the provider tells no document, or
 * the buyer gave us none, nobody can be told apart.
 */
export async function payerOf(
  ctx: Ctx,
  tx: Tx,
  charge: LockedCharge,
  { payerDocument, amountCents }: Receipt,
): Promise<'stranger' | 'refused' | undefined> {
  if (charge.reviewDecision === 'refund') return 'refused';
  if (charge.reviewDecision === 'release' || !payerDocument) return undefined;
  const { rows } = await sql`
    select from users where id = ${charge.buyerId} and coalesce(cpf, cnpj) is not null
      and ${payerDocument} is distinct from cpf and ${payerDocument} is distinct from cnpj`.execute(tx);
  if (rows.length === 0) return undefined;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const { personCents } = await weighDecision(tx, {
    kind: 'third_party',
    deciderId: null,
    people: peopleOf(sql`${charge.buyerId}`, sql`${payerDocument}`),
    apartFromOrder: charge.id,
  });
  if (personCents + amountCents <= payments.thirdPartyLimitCents) return undefined;
  // A charge that was given up for another is not examined any more: its money goes back.
  return waiting.includes(charge.paymentState) || charge.paymentState === 'in_review'
    ? 'stranger'
    : 'refused';
}

/** P02: money of somebody else waits for a person; nothing is booked until it is decided whose purchase it pays. */
export async function holdForReview(
  ctx: Ctx,
  tx: Tx,
  charge: LockedCharge,
  { payerDocument }: Receipt,
): Promise<boolean> {
  if (charge.paymentState === 'in_review') return false;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = new Date(charge.now.getTime() + payments.holdMs);
  await sql`update payments set state = 'in_review', review_reason = 'third_party', review_until = ${until},
    payer_document = ${payerDocument ?? null} where id = ${charge.paymentId}`.execute(tx);
  await holdOrder(tx, charge);
  return true;
}

/** What the provider says of a charge without money: that it looks at it, or that it won't do it. */
export async function noteExamination(ctx: Ctx, status: ChargeStatus): Promise<boolean> {
  const { reference, state } = status;
  if (state !== 'in_review' && state !== 'declined') return false;
  return inTransaction(ctx.db, async (tx) => {
    const charge = await lockCharge(tx, reference);
    if (!charge) return false;
    return state === 'declined' ? decline(ctx, tx, charge, status) : examine(ctx, tx, charge, status);
  });
}

async function examine(ctx: Ctx, tx: Tx, charge: LockedCharge, status: ChargeStatus): Promise<boolean> {
  if (!waiting.includes(charge.paymentState) || charge.state !== 'awaiting_payment') return false;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = new Date(charge.now.getTime() + payments.providerReviewMs);
  const { brand = null, last4 = null } = status.card ?? {};
  await sql`update payments set state = 'in_review', review_reason = 'provider', review_until = ${until},
    card_brand = ${brand}, card_last4 = ${last4} where id = ${charge.paymentId}`.execute(tx);
  await holdOrder(tx, charge);
  return true;
}

/** Declined at once, the buyer tries again within the order's time; after an examination there is time anew. */
async function decline(ctx: Ctx, tx: Tx, charge: LockedCharge, status: ChargeStatus): Promise<boolean> {
  const examined = charge.paymentState === 'in_review';
  if (!examined && !waiting.includes(charge.paymentState)) return false;
  const { brand = null, last4 = null } = status.card ?? {};
  await sql`update payments set state = 'declined', declined_reason = ${status.declinedReason ?? 'other'},
    card_brand = ${brand}, card_last4 = ${last4} where id = ${charge.paymentId}`.execute(tx);
  if (!examined || charge.state !== 'payment_in_review') return true;
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  await moveOrder(tx, charge, {
    events: ['reopen_payment'],
    actor: 'system',
    due: { at: new Date(charge.now.getTime() + payments.retryMs), event: 'expire' },
    happenings: (moved) => [happening('payment.declined', moved, null)],
  });
  return true;
}

async function holdOrder(tx: Tx, charge: LockedCharge): Promise<void> {
  if (charge.state !== 'awaiting_payment') return;
  await moveOrder(tx, charge, {
    events: ['review_payment'],
    actor: 'system',
    happenings: (moved) => [happening('payment.held', moved, null)],
  });
}
