import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { chargeback, chargebackReturned } from '#domain/ledger/chargebacks.ts';
import type { Tx } from '#server/context.ts';
import { collectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { balances, lockBalance } from '#server/ledger/queries.ts';
import type { LockedPayment } from './payments.ts';

/**
 * Locks both sides of an order before any account, in the order of their ids: the seller may lose money and the buyer may
 * owe some, and two chargebacks between the same two people must not deadlock.
 */
export async function lockSides(tx: Tx, { order }: LockedPayment): Promise<void> {
  await sql`select from users where id in (${order.buyerId}, ${order.sellerId}) order by id
    for no key update`.execute(tx);
}

/**
 * ADR 71: books what the bank took beyond the sale. The buyer got that amount before by another way, so it becomes their
 * debt, which their balance pays at once; for a payment by another person (§4.6) the guarantee fund bears it. The amount
 * is limited to what all payments of the order brought.
 * @returns the booked cents
 */
export async function bookDebt(tx: Tx, payment: LockedPayment, takenCents: Cents): Promise<Cents> {
  const { id: paymentId, order } = payment;
  const { rows } = await sql<{ leftCents: Cents; isStrangers: boolean }>`
    select greatest((select sum(p.received_cents) from payments p
        where p.order_id = ${order.id} and p.method <> 'balance')
      - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = ${order.id} and r.taken)
      - (select coalesce(sum(case c.direction when 'taken' then c.amount_cents else -c.amount_cents end), 0)
        from chargebacks c where c.order_id = ${order.id}), 0)::bigint as "leftCents",
      must_refund_to_payer(${paymentId}) as "isStrangers"`.execute(tx);
  const { leftCents, isStrangers } = rows[0]!;
  const amountCents = Math.min(takenCents, leftCents);
  if (amountCents === 0) return 0;
  const debtorId = isStrangers ? null : order.buyerId;
  const chargebackId = await insertChargeback(tx, payment, { debtorId, amountCents, direction: 'taken' });
  await post(tx, chargeback({ chargebackId, debtorId, amountCents }));
  if (debtorId === null) return amountCents;
  await convertRefundsToBalance(tx, paymentId);
  await collectDebt(tx, debtorId);
  return amountCents;
}

/**
 * ADR 71: reverses the debt of a payment that was won after it was lost. The unpaid part is cancelled; the paid part goes
 * back to the debtor's balance.
 */
export async function returnDebt(tx: Tx, payment: LockedPayment, wonCents: Cents): Promise<void> {
  let leftCents = wonCents;
  for (const { debtorId, openCents } of await openDebts(tx, payment)) {
    const amountCents = Math.min(leftCents, openCents);
    if (amountCents === 0) continue;
    leftCents -= amountCents;
    const chargebackId = await insertChargeback(tx, payment, {
      debtorId,
      amountCents,
      direction: 'returned',
    });
    await post(
      tx,
      chargebackReturned({
        chargebackId,
        debtorId,
        amountCents,
        owedCents: await stillOwed(tx, debtorId, amountCents),
      }),
    );
    if (debtorId !== null) await collectDebt(tx, debtorId);
  }
}

async function stillOwed(tx: Tx, debtorId: number | null, amountCents: Cents): Promise<Cents> {
  if (debtorId === null) return 0;
  await lockBalance(tx, debtorId);
  return Math.min(amountCents, (await balances(tx, debtorId)).chargebackDebtCents);
}

interface OpenDebt {
  debtorId: number | null;
  openCents: Cents;
}

/** The amounts that were taken beyond the sale and not returned, by debtor, the buyer first. */
async function openDebts(tx: Tx, { id }: LockedPayment): Promise<OpenDebt[]> {
  const { rows } = await sql<OpenDebt>`
    select user_id as "debtorId",
      sum(case direction when 'taken' then amount_cents else -amount_cents end)::bigint as "openCents"
    from chargebacks where payment_id = ${id} group by user_id order by user_id nulls last`.execute(tx);
  return rows;
}

interface NewChargeback {
  debtorId: number | null;
  amountCents: Cents;
  direction: 'taken' | 'returned';
}

async function insertChargeback(
  tx: Tx,
  { id, orderId }: LockedPayment,
  { debtorId, amountCents, direction }: NewChargeback,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into chargebacks (order_id, payment_id, user_id, direction, amount_cents)
    values (${orderId}, ${id}, ${debtorId}, ${direction}, ${amountCents}) returning id`.execute(tx);
  return rows[0]!.id;
}

/**
 * Turns unsent refunds of the payment into balance, which pays the debt, because the bank gave the buyer that money
 * already. Refunds of a card stay as they are while only the card may get them.
 */
async function convertRefundsToBalance(tx: Tx, paymentId: number): Promise<void> {
  await sql`update refunds set destination = 'balance', state = case state when 'manual' then 'approved' else state end
    where payment_id = ${paymentId} and state in ('in_review', 'approved', 'failed', 'manual')
      and destination = 'original' and hand_end_to_end_id is null and reason <> 'third_party_payer'
      and not must_refund_to_payer(payment_id) and not must_refund_to_card(payment_id)`.execute(tx);
}
