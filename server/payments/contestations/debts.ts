import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { chargeback, chargebackReturned } from '#domain/ledger/chargebacks.ts';
import type { Tx } from '#server/context.ts';
import { collectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { balances, holdBalance } from '#server/ledger/queries.ts';
import type { HeldPayment } from './payments.ts';

/**
 * Holds both sides of an order before any account is, in the order of their ids: the seller may lose what they have and
 * the buyer may owe, and two banks that take from the same two people must not wait for each other.
 */
export async function holdSides(tx: Tx, { order }: HeldPayment): Promise<void> {
  await sql`select from users where id in (${order.buyerId}, ${order.sellerId}) order by id
    for no key update`.execute(tx);
}

/**
 * ADR 71: books what the bank took beyond the sale. The buyer has had it by another way, so it is their debt, and what
 * they have here pays it at once; of a stranger's payment (§4.6) the guarantee fund bears it. What all payments of the
 * order brought is the most that can be taken.
 * @returns what was booked, in cents
 */
export async function bookDebt(tx: Tx, payment: HeldPayment, takenCents: Cents): Promise<Cents> {
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
  await keepRefunds(tx, paymentId);
  await collectDebt(tx, debtorId);
  return amountCents;
}

/**
 * ADR 71: the payment was won after it had been lost. The debt goes as far as it stands; what was paid of it comes back to
 * the balance of whoever paid it.
 */
export async function returnDebt(tx: Tx, payment: HeldPayment, wonCents: Cents): Promise<void> {
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
  await holdBalance(tx, debtorId);
  return Math.min(amountCents, (await balances(tx, debtorId)).chargebackDebtCents);
}

interface OpenDebt {
  debtorId: number | null;
  openCents: Cents;
}

/** What was taken of a payment beyond its sale and not given back, by who bears it: the buyer first. */
async function openDebts(tx: Tx, { id }: HeldPayment): Promise<OpenDebt[]> {
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
  { id, orderId }: HeldPayment,
  { debtorId, amountCents, direction }: NewChargeback,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into chargebacks (order_id, payment_id, user_id, direction, amount_cents)
    values (${orderId}, ${id}, ${debtorId}, ${direction}, ${amountCents}) returning id`.execute(tx);
  return rows[0]!.id;
}

/**
 * What of the payment is still owed to the buyer, and was to leave by the bank, becomes balance and pays the debt instead:
 * the bank gave it to them already. A card's stays as it is while only the card may have it back.
 */
async function keepRefunds(tx: Tx, paymentId: number): Promise<void> {
  await sql`update refunds set destination = 'balance', state = case state when 'manual' then 'approved' else state end
    where payment_id = ${paymentId} and state in ('in_review', 'approved', 'failed', 'manual')
      and destination = 'original' and hand_end_to_end_id is null and reason <> 'third_party_payer'
      and not must_refund_to_payer(payment_id) and not must_refund_to_card(payment_id)`.execute(tx);
}
