import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import { autoConfirmAt, idleCancelAt } from '#domain/orders/orders.ts';
import { judgeMoney } from '#domain/payments/payments.ts';
import type { MoneyVerdict, RefundReason } from '#domain/payments/payments.ts';
import { capture, captureBalance } from '#domain/ledger/postings.ts';
import type { Journal } from '#domain/ledger/postings.ts';
import type { ChargeKey, ChargeStatus, Receipt } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { collectDebt } from '#server/ledger/debts.ts';
import { balances } from '#server/ledger/queries.ts';
import { stateOfNew } from '#server/payments/refund-limits.ts';
import { refundArrival } from '#server/payments/refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { enqueue } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { keepArrival } from './incoming-payments.ts';
import type { Arrival } from './incoming-payments.ts';
import { endCharges, lockCharge } from './charges.ts';
import type { LockedCharge } from './charges.ts';
import { closeInTime, isRevivable } from './late-payments.ts';
import { happening, moveOrder } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { holdPart, returnParts, spendParts } from './partial-payments.ts';
import { holdForReview, noteExamination, payerOf } from './payment-reviews.ts';
import { deliverUnits } from '#server/orders/stock.ts';
import { nothingUntold, tellBank } from './provider-follow-ups.ts';
import type { Untold } from './provider-follow-ups.ts';

/**
 * Reads the truth of a charge from the provider and acts on every movement that is new (P03, P07, §4.6), or on what
 * the provider says of it instead. Webhook, poll and reconciliation all end here; a movement counts once, however
 * often and in whatever order they come.
 * @param key our id of the charge, or the provider's
 * @param alongside written in the statement that opens the order, if one is opened: `name as (…)`
 * @returns whether the provider knows the charge, whether anything was new, and whether `alongside` was written
 */
export async function confirmPayment(
  ctx: Ctx,
  key: ChargeKey,
  alongside: RawBuilder<unknown>[] = [],
): Promise<{ known: boolean; news: boolean; written: boolean }> {
  const status = await ctx.payments.findCharge(key);
  if (!status) return { known: false, news: false, written: false };
  if (status.receipts.length === 0)
    return { known: true, news: await noteExamination(ctx, status), written: false };
  const { news, written, untold, tell } = await inTransaction(ctx.db, (tx) =>
    receiveAll(ctx, tx, { reference: status.reference, status, alongside }),
  );
  await tell?.(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error, reference: status.reference }, 'the bank opened no charge for the rest'),
  );
  await tellBank(ctx, untold);
  return { known: true, news: news > 0, written };
}

/**
 * The same for money that a line of our own bank's statement shows (§4.7): part of the caller's transaction, which
 * goes on after it.
 * @returns the order, open now, and what the bank must hear once that is durable
 */
export async function receiveLine(
  ctx: Ctx,
  tx: Tx,
  reference: string,
  receipt: Receipt,
): Promise<{ order: LockedOrder; untold: Untold }> {
  const charge = (await lockCharge(tx, reference))!;
  const untold = nothingUntold();
  // People have judged it; the line is of the order's exact amount.
  const order = await open(ctx, tx, {
    charge,
    order: charge,
    status: { providerId: receipt.endToEndId },
    receipt,
    verdict: { use: 'pay', surplusCents: 0 },
    alongside: [],
    untold,
    last: false,
  });
  return { order, untold };
}

/**
 * The same for a line that no receipt names, after the end of its order or a second time (P07, §4.6): it is judged as
 * late money of the provider's is.
 * @returns whether the order is open again, and what the bank must hear once that is durable
 */
export async function receiveStrayLine(
  ctx: Ctx,
  tx: Tx,
  reference: string,
  receipt: Receipt,
): Promise<{ reinstated: boolean; untold: Untold }> {
  const status: ChargeStatus = {
    reference,
    providerId: receipt.endToEndId,
    state: 'paid',
    receipts: [receipt],
    contested: false,
    returnedCents: 0,
  };
  const { written, untold } = await receiveAll(ctx, tx, { reference, status, alongside: [] });
  return { reinstated: written, untold };
}

/**
 * M1 out of the buyer's balance, purchase credit first: part of the transaction that placed the order and holds the
 * buyer's row, so that two purchases never count on the same centavo.
 * @throws `insufficient_balance` with what there is
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
  return open(ctx, tx, {
    charge,
    order: charge,
    status: { providerId: null },
    receipt: { endToEndId: null, amountCents: totalCents },
    journal: captureBalance({
      orderId,
      paymentId,
      buyerId,
      purchaseCreditCents: fromCredit,
      availableCents: totalCents - fromCredit,
    }),
    verdict: { use: 'pay', surplusCents: 0 },
    alongside: [],
    untold: nothingUntold(),
    last: false,
  });
}

interface Truth {
  reference: string;
  status: ChargeStatus;
  alongside: RawBuilder<unknown>[];
}

interface Received {
  news: number;
  written: boolean;
  untold: Untold;
  /** Asks the bank for what is missing. */
  tell?: (ctx: Ctx) => Promise<void>;
}

async function receiveAll(ctx: Ctx, tx: Tx, { reference, status, alongside }: Truth): Promise<Received> {
  const locked = await lockCharge(tx, reference);
  const untold = nothingUntold();
  if (!locked) return { news: 0, written: false, untold };
  const receipts = status.receipts.filter(({ endToEndId }) => !locked.known.includes(endToEndId));
  const charge = await closeInTime(ctx, tx, { charge: locked, reference, receipts, untold });
  let order: LockedOrder = charge;
  let { heldCents } = charge;
  let tell: Received['tell'];
  for (const [at, receipt] of receipts.entries()) {
    const verdict = await judge(ctx, tx, { charge, order, heldCents }, receipt);
    if (verdict.use === 'review') {
      const held = await holdForReview(ctx, tx, charge, receipt);
      return { news: held ? 1 : 0, written: false, untold, tell };
    } else if (verdict.use === 'hold') {
      const asking = await holdPart(ctx, tx, { charge, status, receipt, heldCents });
      if (!asking) continue;
      tell = asking;
      heldCents += receipt.amountCents;
    } else if (verdict.use === 'refund') {
      untold.refundIds.push(
        ...(await giveBack(ctx, tx, { charge, status, receipt, reason: verdict.reason })),
      );
    } else {
      order = await open(ctx, tx, {
        charge,
        order,
        heldCents,
        status,
        receipt,
        verdict,
        alongside,
        untold,
        last: at === receipts.length - 1,
      });
    }
  }
  return { news: receipts.length, written: order !== charge, untold, tell };
}

async function judge(
  ctx: Ctx,
  tx: Tx,
  { charge, order, heldCents }: { charge: LockedCharge; order: LockedOrder; heldCents: number },
  receipt: Receipt,
): Promise<MoneyVerdict> {
  const captured = order.paidAt !== null;
  // Parts of one price are one payment to whoever looks for strangers.
  const together = { ...receipt, amountCents: heldCents + receipt.amountCents };
  const payer = captured ? undefined : await payerOf(ctx, tx, charge, together);
  const revivable =
    !captured &&
    !payer &&
    receipt.amountCents >= order.totalCents &&
    (await isRevivable(ctx, tx, order, receipt));
  const { payments } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const mayHold = ctx.payments.methods.includes('pix') && charge.attempts < payments.maxAttempts;
  return judgeMoney({ ...order, captured, heldCents, mayHold, revivable, payer }, receipt.amountCents);
}

interface Opening {
  charge: LockedCharge;
  order: LockedOrder;
  /** What waits for this money to make the price whole. */
  heldCents?: number;
  status: Pick<ChargeStatus, 'card'> & { providerId: string | null };
  receipt: Omit<Receipt, 'endToEndId' | 'at'> & { endToEndId: string | null };
  /** Where the money comes from, when it is not from the bank. */
  journal?: Journal;
  verdict: Extract<MoneyVerdict, { use: 'pay' | 'reinstate' }>;
  alongside: RawBuilder<unknown>[];
  untold: Untold;
  /** Nothing arrived after it. */
  last: boolean;
}

/**
 * M1 and P03 (or P07), and for codes that are all there P08 at once: one statement. Whatever else waits to pay the order
 * waits no more, and a part of its price that this money does without goes back.
 */
async function open(ctx: Ctx, tx: Tx, opening: Opening): Promise<LockedOrder> {
  const { charge, order, heldCents = 0, status, receipt, verdict, untold } = opening;
  const { surplusCents } = verdict;
  const { id: orderId, totalCents, now } = order;
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const delivers =
    order.deliveryType === 'automatic' &&
    (verdict.use === 'reinstate' || charge.reservedUnits === order.quantity);
  const deliveredAt = delivers ? now : null;
  if (heldCents > 0) await spendParts(tx, orderId);
  else if (charge.heldCents > 0) untold.refundIds.push(...(await returnParts(ctx, tx, orderId)));
  if (charge.attempts > 1 || heldCents > 0)
    untold.givenUp.push(...(await endCharges(tx, orderId, { except: charge.paymentId })));
  const moved = await moveOrder(tx, order, {
    events: delivers ? [verdict.use, 'deliver_codes'] : [verdict.use],
    actor: 'system',
    due: deliveredAt
      ? {
          at: autoConfirmAt({ type: 'automatic', deliveredAt, revealedAt: null }, timers),
          event: 'confirm_by_time',
        }
      : { at: idleCancelAt(now, order.promisedHours, timers), event: 'cancel_idle' },
    alongside: [
      sql`confirmed as (
        update payments set state = 'confirmed', received_cents = ${receipt.amountCents},
          end_to_end_id = ${receipt.endToEndId}, confirmed_at = ${now}, provider_id = ${status.providerId},
          payer_document = coalesce(${receipt.payerDocument ?? null}, payer_document)${cardColumns(status)}
        where id = ${charge.paymentId})`,
      sql`held as (insert into settlements (order_id, seller_id, net_cents)
        values (${orderId}, ${order.sellerId}, ${totalCents - order.commissionCents}))`,
      ...(delivers ? [deliverUnits(order)] : []),
      ...opening.alongside,
    ],
    journal: opening.journal ?? capture({ orderId, paymentId: charge.paymentId, totalCents, heldCents }),
    happenings: (paid) => [
      happening('order.paid', paid, null),
      ...(delivers ? [happening('order.delivered', paid, null)] : []),
    ],
    last: opening.last && surplusCents === 0,
  });
  if (receipt.payerDocument) await enqueue(tx, 'accounts.prove-document', { userId: charge.buyerId });
  if (surplusCents > 0) {
    const surplus = { orderId, paymentId: charge.paymentId, amountCents: surplusCents };
    const state = await stateOfNew(ctx, tx, surplus);
    untold.refundIds.push(await refundArrival(tx, { ...surplus, reason: 'wrong_amount', state }));
  }
  return { ...moved, paidAt: now, deliveredAt, closedAt: null };
}

function cardColumns({ card }: Pick<ChargeStatus, 'card'>): RawBuilder<unknown> {
  return card ? sql`, card_brand = ${card.brand}, card_last4 = ${card.last4}` : sql``;
}

/** Money that opens nothing is owed back. */
async function giveBack(ctx: Ctx, tx: Tx, vain: Arrival & { reason: RefundReason }): Promise<number[]> {
  const paymentId = await keepArrival(tx, vain);
  if (paymentId === null) return [];
  const owed = { orderId: vain.charge.id, paymentId, amountCents: vain.receipt.amountCents };
  const state = await stateOfNew(ctx, tx, owed);
  return [await refundArrival(tx, { ...owed, reason: vain.reason, state })];
}
