import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import { judgeIncomingMoney } from '#domain/payments/incoming-money.ts';
import type { IncomingMoneyVerdict } from '#domain/payments/incoming-money.ts';
import { capture, captureBalance } from '#domain/ledger/postings.ts';
import type { Journal } from '#domain/ledger/postings.ts';
import type { ChargeKey, ChargeStatus, IncomingPayment } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { collectDebt } from '#server/ledger/debts.ts';
import { balances } from '#server/ledger/queries.ts';
import { refundStateForAmount } from '#server/payments/refund-limits.ts';
import { refundReceivedPayment } from '#server/payments/refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { enqueue } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { returnPayment } from './incoming-payments.ts';
import { endCharges, lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import { closeIfOverdue, isRevivable } from './late-payments.ts';
import { orderEvent, moveOrder } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { holdPartialPayment, returnPartialPayments, applyPartialPayments } from './partial-payments.ts';
import { holdForReview, applyProviderReview, classifyPayer } from './payment-reviews.ts';
import { assessPayment } from '#server/risk/payment.ts';
import { holdForRisk } from './risk-hold.ts';
import { deliverUnits } from '#server/orders/stock.ts';
import { afterPayment } from './after-payment.ts';
import { noFollowUps, runFollowUps } from './provider-follow-ups.ts';
import type { ProviderFollowUps } from './provider-follow-ups.ts';

/**
 * Reads the state of a charge from the provider and processes every new movement (P03, P07, §4.6), or the provider's
 * review or refusal. Webhook, polling and reconciliation all end here; a movement counts once, however often and in
 * whatever order they come.
 * @param key our id of the charge, or the provider's
 * @param alongside CTEs for the statement that marks an order as paid, if one is: `name as (…)`
 * @returns whether the provider knows the charge, whether anything changed, and whether `alongside` was written
 */
export async function confirmPayment(
  ctx: Ctx,
  key: ChargeKey,
  alongside: RawBuilder<unknown>[] = [],
): Promise<{ known: boolean; changed: boolean; written: boolean }> {
  const status = await ctx.payments.findCharge(key);
  if (!status) return { known: false, changed: false, written: false };
  if (status.incomingPayments.length === 0)
    return { known: true, changed: await applyProviderReview(ctx, status), written: false };
  const { newPayments, written, followUps, chargeRest } = await inTransaction(ctx.db, (tx) =>
    receiveAll(ctx, tx, { reference: status.reference, status, alongside }),
  );
  await chargeRest?.(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error, reference: status.reference }, 'the bank opened no charge for the rest'),
  );
  await runFollowUps(ctx, followUps);
  return { known: true, changed: newPayments > 0, written };
}

/**
 * Processes money that a line of our own bank's statement shows (§4.7), in the caller's transaction, which continues
 * afterwards.
 * @returns the paid order, and the calls to the provider for after the commit
 */
export async function receiveStatementLine(
  ctx: Ctx,
  tx: Tx,
  reference: string,
  payment: IncomingPayment,
): Promise<{ order: LockedOrder; followUps: ProviderFollowUps }> {
  const charge = (await lockCharge(tx, reference))!;
  const followUps = noFollowUps();
  // Staff have checked that the line has the order's exact amount.
  const order = await applyPayment(ctx, tx, {
    charge,
    order: charge,
    status: { providerId: payment.endToEndId },
    payment,
    verdict: { use: 'pay', surplusCents: 0 },
    alongside: [],
    followUps,
    last: false,
  });
  return { order, followUps };
}

/**
 * Processes a statement line that no payment proof matches, after the end of its order or as a second payment (P07,
 * §4.6), by the rules for late money from the provider.
 * @returns whether the order was reinstated, and the calls to the provider for after the commit
 */
export async function receiveUnmatchedLine(
  ctx: Ctx,
  tx: Tx,
  reference: string,
  payment: IncomingPayment,
): Promise<{ reinstated: boolean; followUps: ProviderFollowUps }> {
  const status: ChargeStatus = {
    reference,
    providerId: payment.endToEndId,
    state: 'paid',
    incomingPayments: [payment],
    contested: false,
    returnedCents: 0,
  };
  const { written, followUps } = await receiveAll(ctx, tx, { reference, status, alongside: [] });
  return { reinstated: written, followUps };
}

/**
 * M1 from the buyer's balance, purchase credit first. It runs in the transaction that placed the order and locked the
 * buyer's row, so that two purchases never use the same centavo.
 * @throws `insufficient_balance` with the available amount
 */
export async function payFromBalance(
  ctx: Ctx,
  tx: Tx,
  { reference, buyerId }: { reference: string; buyerId: number },
): Promise<LockedOrder> {
  const charge = (await lockCharge(tx, reference))!;
  const { id: orderId, paymentId, totalCents } = charge;
  await collectDebt(tx, buyerId);
  const { purchaseCreditCents, availableCents } = await balances(tx, buyerId);
  const spendableCents = purchaseCreditCents + availableCents;
  if (spendableCents < totalCents) fail('insufficient_balance', { meta: { spendableCents } });
  const fromCredit = Math.min(purchaseCreditCents, totalCents);
  return applyPayment(ctx, tx, {
    charge,
    order: charge,
    status: { providerId: null },
    payment: { endToEndId: null, amountCents: totalCents },
    journal: captureBalance({
      orderId,
      paymentId,
      buyerId,
      purchaseCreditCents: fromCredit,
      availableCents: totalCents - fromCredit,
    }),
    verdict: { use: 'pay', surplusCents: 0 },
    alongside: [],
    followUps: noFollowUps(),
    last: false,
  });
}

interface ChargeUpdate {
  reference: string;
  status: ChargeStatus;
  alongside: RawBuilder<unknown>[];
}

interface Received {
  newPayments: number;
  written: boolean;
  followUps: ProviderFollowUps;
  /** Charges the missing amount at the provider. */
  chargeRest?: (ctx: Ctx) => Promise<void>;
}

async function receiveAll(
  ctx: Ctx,
  tx: Tx,
  { reference, status, alongside }: ChargeUpdate,
): Promise<Received> {
  const locked = await lockCharge(tx, reference);
  const followUps = noFollowUps();
  if (!locked) return { newPayments: 0, written: false, followUps };
  const incoming = status.incomingPayments.filter(({ endToEndId }) => !locked.known.includes(endToEndId));
  const charge = await closeIfOverdue(ctx, tx, { charge: locked, reference, incoming, followUps });
  let order: LockedOrder = charge;
  let { heldCents } = charge;
  let chargeRest: Received['chargeRest'];
  for (const [at, payment] of incoming.entries()) {
    const verdict = await judge(ctx, tx, { charge, order, heldCents }, payment);
    if (verdict.use === 'review') {
      const held = await holdForReview(ctx, tx, charge, payment);
      return { newPayments: held ? 1 : 0, written: false, followUps, chargeRest };
    } else if (verdict.use === 'hold') {
      const chargeMissing = await holdPartialPayment(ctx, tx, { charge, status, payment, heldCents });
      if (!chargeMissing) continue;
      chargeRest = chargeMissing;
      heldCents += payment.amountCents;
    } else if (verdict.use === 'refund') {
      followUps.refundIds.push(
        ...(await returnPayment(ctx, tx, { charge, status, payment, reason: verdict.reason })),
      );
    } else {
      order = await applyPayment(ctx, tx, {
        charge,
        order,
        heldCents,
        status,
        payment,
        verdict,
        alongside,
        followUps,
        last: at === incoming.length - 1,
      });
    }
  }
  return { newPayments: incoming.length, written: order !== charge, followUps, chargeRest };
}

async function judge(
  ctx: Ctx,
  tx: Tx,
  { charge, order, heldCents }: { charge: LockedCharge; order: LockedOrder; heldCents: number },
  payment: IncomingPayment,
): Promise<IncomingMoneyVerdict> {
  const captured = order.paidAt !== null;
  // The check for other payers takes all parts of one price as one payment.
  const combined = { ...payment, amountCents: heldCents + payment.amountCents };
  const payer = captured ? undefined : await classifyPayer(ctx, tx, charge, combined);
  const revivable =
    !captured &&
    !payer &&
    payment.amountCents >= order.totalCents &&
    (await isRevivable(ctx, tx, order, payment));
  const { payments } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const mayHold = ctx.payments.methods.includes('pix') && charge.attempts < payments.maxAttempts;
  return judgeIncomingMoney(
    { ...order, captured, heldCents, mayHold, revivable, payer },
    payment.amountCents,
  );
}

interface PaymentToApply {
  charge: LockedCharge;
  order: LockedOrder;
  /** The partial payments that this money completes. */
  heldCents?: number;
  status: Pick<ChargeStatus, 'card'> & { providerId: string | null };
  payment: Omit<IncomingPayment, 'endToEndId' | 'at'> & { endToEndId: string | null };
  /** The ledger entries when the money does not come from the bank. */
  journal?: Journal;
  verdict: Extract<IncomingMoneyVerdict, { use: 'pay' | 'reinstate' }>;
  alongside: RawBuilder<unknown>[];
  followUps: ProviderFollowUps;
  /** No further payment follows in this transaction. */
  last: boolean;
}

/**
 * M1 and P03 (or P07), and P08 at once when all codes are reserved, in one statement. Other open charges of the order
 * end, and partial payments that this money makes unnecessary are refunded.
 */
async function applyPayment(ctx: Ctx, tx: Tx, opening: PaymentToApply): Promise<LockedOrder> {
  const { charge, order, heldCents = 0, status, payment, verdict, followUps } = opening;
  const { surplusCents } = verdict;
  const { id: orderId, totalCents, now } = order;
  const delivers =
    order.deliveryType === 'automatic' &&
    (verdict.use === 'reinstate' || charge.reservedUnits === order.quantity);
  const deliveredAt = delivers ? now : null;
  if (heldCents > 0) await applyPartialPayments(tx, orderId);
  else if (charge.heldCents > 0) followUps.refundIds.push(...(await returnPartialPayments(ctx, tx, orderId)));
  if (charge.attempts > 1 || heldCents > 0)
    followUps.chargesToCancel.push(...(await endCharges(tx, orderId, { except: charge.paymentId })));
  const { risk, payments } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const held = await assessPayment(tx, orderId, { ...status, ...payment }, risk);
  const next = await afterPayment(ctx, tx, order, deliveredAt);
  const moved = await moveOrder(tx, order, {
    events: delivers ? [verdict.use, 'deliver_codes'] : [verdict.use],
    actor: 'system',
    due: next.due,
    alongside: [
      sql`confirmed as (
        update payments set state = 'confirmed', received_cents = ${payment.amountCents},
          end_to_end_id = ${payment.endToEndId}, confirmed_at = ${now}, provider_id = ${status.providerId},
          payer_document = coalesce(${payment.payerDocument ?? null}, payer_document)${cardColumns(status)}
        where id = ${charge.paymentId})`,
      sql`escrow as (insert into settlements (order_id, seller_id, net_cents)
        values (${orderId}, ${order.sellerId}, ${totalCents - order.commissionCents}))`,
      ...(delivers ? [deliverUnits(order)] : []),
      ...opening.alongside,
    ],
    journal: opening.journal ?? capture({ orderId, paymentId: charge.paymentId, totalCents, heldCents }),
    happenings: (paid) => [
      orderEvent('order.paid', paid, null, next.facts),
      ...(delivers ? [orderEvent('order.delivered', paid, null)] : []),
    ],
    last: opening.last && surplusCents === 0 && !held,
  });
  if (held) await holdForRisk(tx, moved, payments.holdMs);
  if (payment.payerDocument) await enqueue(tx, 'accounts.prove-document', { userId: charge.buyerId });
  if (surplusCents > 0) {
    const surplus = { orderId, paymentId: charge.paymentId, amountCents: surplusCents };
    const state = await refundStateForAmount(ctx, tx, surplus);
    followUps.refundIds.push(await refundReceivedPayment(tx, { ...surplus, reason: 'wrong_amount', state }));
  }
  return { ...moved, paidAt: now, deliveredAt, closedAt: null };
}

function cardColumns({ card }: Pick<ChargeStatus, 'card'>): RawBuilder<unknown> {
  return card ? sql`, card_brand = ${card.brand}, card_last4 = ${card.last4}` : sql``;
}
