import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payments.ts';
import { endChargedBack } from '#server/complaints/forced/end.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { saleMoney } from '#server/ledger/queries.ts';
import { orderEvent } from '#server/orders/moves.ts';
import { completeByChargeback } from '#server/payments/refunds.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { liftSaleStop, applySaleStop } from '#server/payments/sale-blocks.ts';
import { giveBack } from '#server/refunds/give-back.ts';
import { bookDebt, lockSides, returnDebt } from './debts.ts';
import { storeDifference } from './differences.ts';
import type { LockedPayment } from './payments.ts';
import type { ManualRefundPayment } from '#server/payments/refunds.ts';

/** The bank examines the payment: the sale's money is blocked (M7) and the order's timer paused. */
export async function contest(tx: Tx, payment: LockedPayment): Promise<true> {
  const { order } = payment;
  await sql`update payments set state = 'contested', contested_at = market_now() where id = ${payment.id}`.execute(
    tx,
  );
  await applySaleStop(tx, order);
  await recordOutcome(tx, 'payment.contested', payment);
  return true;
}

/** The bank upholds the payment, or the part it had not taken before: the sale continues with its remaining time. */
export async function uphold(tx: Tx, payment: LockedPayment): Promise<true> {
  const state = payment.isTaken || payment.debtCents > 0 ? 'charged_back' : 'upheld';
  await sql`update payments set state = ${state} where id = ${payment.id}`.execute(tx);
  const goesOn = await liftSaleStop(tx, payment.order);
  await recordOutcome(tx, 'payment.upheld', payment, { goesOn });
  return true;
}

/**
 * P26, won after it was lost (ADR 71): the buyer's debt is reversed. The payment is upheld when no part of it remains
 * charged back.
 */
export async function win(tx: Tx, payment: LockedPayment, wonCents: Cents): Promise<true> {
  const { id, state, order } = payment;
  await lockSides(tx, payment);
  await returnDebt(tx, payment, wonCents);
  const isOver = !payment.isTaken && payment.debtCents === wonCents;
  if (state === 'contested')
    await sql`update payments set state = ${isOver ? 'upheld' : 'charged_back'} where id = ${id}`.execute(tx);
  else if (state === 'charged_back' && isOver)
    await sql`update payments set state = 'upheld' where id = ${id}`.execute(tx);
  await liftSaleStop(tx, order);
  await recordOutcome(tx, 'payment.won', payment, { amountCents: wonCents });
  return true;
}

/**
 * P26, lost: the bank has taken its customer's money back from us. It is booked as a refund (M4–M6) that is not sent. It
 * first completes refunds that were owed and not sent, so that no money goes back twice. What the bank took beyond that
 * is money the buyer got before and now owes (ADR 71). The order ends when nothing of it remains.
 * @returns whether any part was booked
 */
export async function bookChargeback(
  ctx: Ctx,
  tx: Tx,
  payment: LockedPayment,
  takenCents: Cents,
): Promise<boolean> {
  const { id, state, order } = payment;
  await lockSides(tx, payment);
  const owed = await coveredRefunds(tx, payment, takenCents);
  const saleCents = await saleShareOf(tx, payment, takenCents - owed.cents);
  await markChargedBack(tx, id, state);
  const ends = saleCents > 0 && saleCents === unrefundedCents(order);
  if (saleCents > 0) owed.ids.push(await refundForBank(ctx, tx, payment, { amountCents: saleCents, ends }));
  for (const refundId of owed.ids) {
    const manualPayment = await completeByChargeback(tx, refundId);
    if (manualPayment) await reportDoubtfulPayment(tx, order.id, manualPayment);
  }
  const debtCents = await bookDebt(tx, payment, takenCents - owed.cents - saleCents);
  const amountCents = owed.cents + saleCents + debtCents;
  if (amountCents < takenCents || debtCents > 0)
    await storeDifference(tx, {
      paymentId: id,
      problem: amountCents < takenCents ? 'amount_differs' : 'refunded_twice',
      movement: `${payment.sentCents + payment.debtCents + takenCents}`,
      ourCents: amountCents - (amountCents < takenCents ? 0 : debtCents),
      theirCents: takenCents,
    });
  if (amountCents < takenCents)
    ctx.log.error(
      { payment: id, takenCents, amountCents },
      'the bank took more than was paid: a person must look',
    );
  if (ends) await endChargedBack(tx, order.id);
  else await liftSaleStop(tx, order);
  await recordOutcome(tx, 'payment.charged_back', payment, { amountCents, saleCents, debtCents, ends });
  return true;
}

/** Moves the payment to `charged_back`, through `contested` when that notice was lost. */
async function markChargedBack(tx: Tx, id: number, state: PaymentState): Promise<void> {
  if (state !== 'contested')
    await sql`update payments set state = 'contested', contested_at = market_now() where id = ${id}`.execute(
      tx,
    );
  await sql`update payments set state = 'charged_back' where id = ${id}`.execute(tx);
}

/** Unsent refunds that the taken amount covers, oldest first, those with a recorded manual Pix last. */
async function coveredRefunds(
  tx: Tx,
  { id: paymentId }: LockedPayment,
  takenCents: Cents,
): Promise<{ ids: number[]; cents: Cents }> {
  const { rows } = await sql<{ id: number; amountCents: Cents }>`
    select id, amount_cents as "amountCents" from refunds
    where payment_id = ${paymentId} and state in ('in_review', 'approved', 'failed', 'manual')
    order by hand_end_to_end_id is not null, id for no key update`.execute(tx);
  const found: { ids: number[]; cents: Cents } = { ids: [], cents: 0 };
  for (const { id, amountCents } of rows) {
    if (found.cents + amountCents > takenCents) continue;
    found.ids.push(id);
    found.cents += amountCents;
  }
  return found;
}

/** The part of an amount that the sale bears: at most its unrefunded amount, and the unrefunded part of the payment. */
async function saleShareOf(tx: Tx, { id, order }: LockedPayment, amountCents: Cents): Promise<Cents> {
  const { rows } = await sql<{ leftCents: Cents }>`
    select (p.received_cents - coalesce(sum(r.amount_cents), 0))::bigint as "leftCents"
    from payments p left join refunds r on r.payment_id = p.id and r.state not in ('requested', 'rejected', 'used')
    where p.id = ${id} group by p.id`.execute(tx);
  const { paymentId, advancedCents } = await saleMoney(tx, order.id);
  return paymentId === null
    ? 0
    : Math.max(0, Math.min(amountCents, rows[0]!.leftCents, unrefundedCents(order) - advancedCents));
}

/** Books the refund that the bank made itself, and ends the order with it. */
async function refundForBank(
  ctx: Ctx,
  tx: Tx,
  { id: paymentId, order }: LockedPayment,
  { amountCents, ends }: { amountCents: Cents; ends: boolean },
): Promise<number> {
  const early = order.state === 'paid' || order.state === 'in_delivery';
  const event = early ? 'charge_back_undelivered' : 'charge_back';
  const { refundId } = await giveBack(ctx, tx, order, {
    amountCents,
    paymentId,
    reason: 'charged_back',
    event: ends ? event : null,
    by: { actor: 'system', viewer: null },
  });
  return refundId;
}

/** Records the event for the notifications of both sides and staff. */
function recordOutcome(
  tx: Tx,
  kind: Extract<EventKind, `payment.${string}`>,
  { id, order, receivedCents }: LockedPayment,
  data: Record<string, unknown> = {},
): Promise<void> {
  return record(tx, orderEvent(kind, order, null, { paymentId: id, amountCents: receivedCents, ...data }));
}

/**
 * P26 and §4.8: the bank took the amount of a refund while a manual Pix for it waited for its second confirmation. The
 * bank's movement completes the refund. Only a check of the bank account shows whether that Pix was sent too, so admins
 * and the staff member who recorded it are notified.
 */
export async function reportDoubtfulPayment(
  tx: Tx,
  orderId: number,
  payment: ManualRefundPayment,
): Promise<void> {
  const { recordedBy, ...facts } = payment;
  const { rows } = await sql<{ id: number }>`
    select id from users where state = 'active' and (role = 'admin' or role = 'support' and id = ${recordedBy})
    order by id`.execute(tx);
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.hand_payment_doubtful',
      actor: null,
      subject: { kind: 'user', id },
      data: { orderId, ...facts },
    });
}
