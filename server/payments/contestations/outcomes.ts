import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payments.ts';
import { endTakenBack } from '#server/complaints/forced/end.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#server/events/kinds.ts';
import { saleMoney } from '#server/ledger/queries.ts';
import { happening } from '#server/orders/moves.ts';
import { takeRefund } from '#server/payments/refunds.ts';
import { staysOf } from '#server/payments/sale-refunds.ts';
import { goOn, stopSale } from '#server/payments/sale-stops.ts';
import { giveBack } from '#server/refunds/give-back.ts';
import { bookDebt, holdSides, returnDebt } from './debts.ts';
import { noteDifference } from './differences.ts';
import { doubtHandPayment } from './hand-payments.ts';
import type { HeldPayment } from './payments.ts';

/** The bank looks: the sale's money stops where it is (M7), and the order's clock with it. */
export async function contest(tx: Tx, payment: HeldPayment): Promise<true> {
  const { order } = payment;
  await sql`update payments set state = 'contested', contested_at = market_now() where id = ${payment.id}`.execute(
    tx,
  );
  await stopSale(tx, order);
  await tell(tx, 'payment.contested', payment);
  return true;
}

/** The bank keeps the payment, or all of it that it had not taken before: everything goes on with the time it still had. */
export async function uphold(tx: Tx, payment: HeldPayment): Promise<true> {
  const state = payment.isTaken || payment.debtCents > 0 ? 'charged_back' : 'upheld';
  await sql`update payments set state = ${state} where id = ${payment.id}`.execute(tx);
  const goesOn = await goOn(tx, payment.order);
  await tell(tx, 'payment.upheld', payment, { goesOn });
  return true;
}

/**
 * P26, won after it was lost (ADR 71): what the buyer owes because of it is given back to them. The payment is upheld when
 * nothing of it stays taken.
 */
export async function win(tx: Tx, payment: HeldPayment, wonCents: Cents): Promise<true> {
  const { id, state, order } = payment;
  await holdSides(tx, payment);
  await returnDebt(tx, payment, wonCents);
  const isOver = !payment.isTaken && payment.debtCents === wonCents;
  if (state === 'contested')
    await sql`update payments set state = ${isOver ? 'upheld' : 'charged_back'} where id = ${id}`.execute(tx);
  else if (state === 'charged_back' && isOver)
    await sql`update payments set state = 'upheld' where id = ${id}`.execute(tx);
  await goOn(tx, order);
  await tell(tx, 'payment.won', payment, { amountCents: wonCents });
  return true;
}

/**
 * P26, lost: the bank has taken its customer's money back from us. It is a refund like any other (M4–M6), wherever the
 * money stands, except that nobody sends it; what was owed already and not sent is paid by it first, so that nothing
 * goes back twice. What it took beyond that the buyer has had before, and owes (ADR 71). The order ends when nothing of
 * it stays.
 * @returns whether any of it could be booked
 */
export async function takeBack(ctx: Ctx, tx: Tx, payment: HeldPayment, takenCents: Cents): Promise<boolean> {
  const { id, state, order } = payment;
  await holdSides(tx, payment);
  const owed = await owedOf(tx, payment, takenCents);
  const saleCents = await ofSale(tx, payment, takenCents - owed.cents);
  await chargeBack(tx, id, state);
  const ends = saleCents > 0 && saleCents === staysOf(order);
  if (saleCents > 0) owed.ids.push(await refundForBank(ctx, tx, payment, { amountCents: saleCents, ends }));
  for (const refundId of owed.ids) {
    const byHand = await takeRefund(tx, refundId);
    if (byHand) await doubtHandPayment(tx, order.id, byHand);
  }
  const debtCents = await bookDebt(tx, payment, takenCents - owed.cents - saleCents);
  const amountCents = owed.cents + saleCents + debtCents;
  if (amountCents < takenCents || debtCents > 0)
    await noteDifference(tx, {
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
  if (ends) await endTakenBack(tx, order.id);
  else await goOn(tx, order);
  await tell(tx, 'payment.charged_back', payment, { amountCents, saleCents, debtCents, ends });
  return true;
}

/** Whether or not it was contested before: a notice may be lost. */
async function chargeBack(tx: Tx, id: number, state: PaymentState): Promise<void> {
  if (state !== 'contested')
    await sql`update payments set state = 'contested', contested_at = market_now() where id = ${id}`.execute(
      tx,
    );
  await sql`update payments set state = 'charged_back' where id = ${id}`.execute(tx);
}

/** What is owed to the buyer and was not sent: as far as the bank took it, oldest first, what a hand may have sent last. */
async function owedOf(
  tx: Tx,
  { id: paymentId }: HeldPayment,
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

/** What of an amount comes out of the sale: no more than stays of it, or than the payment brought and no refund has. */
async function ofSale(tx: Tx, { id, order }: HeldPayment, amountCents: Cents): Promise<Cents> {
  const { rows } = await sql<{ leftCents: Cents }>`
    select (p.received_cents - coalesce(sum(r.amount_cents), 0))::bigint as "leftCents"
    from payments p left join refunds r on r.payment_id = p.id and r.state not in ('requested', 'rejected', 'used')
    where p.id = ${id} group by p.id`.execute(tx);
  const { paymentId, advancedCents } = await saleMoney(tx, order.id);
  return paymentId === null
    ? 0
    : Math.max(0, Math.min(amountCents, rows[0]!.leftCents, staysOf(order) - advancedCents));
}

/** The refund that the bank made itself, and the order's end with it. */
async function refundForBank(
  ctx: Ctx,
  tx: Tx,
  { id: paymentId, order }: HeldPayment,
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

/** What both sides and the team hear of it. */
function tell(
  tx: Tx,
  kind: Extract<EventKind, `payment.${string}`>,
  { id, order, receivedCents }: HeldPayment,
  data: Record<string, unknown> = {},
): Promise<void> {
  return record(tx, happening(kind, order, null, { paymentId: id, amountCents: receivedCents, ...data }));
}
