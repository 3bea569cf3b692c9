import { sql } from 'kysely';
import { debtPaid } from '#domain/ledger/chargebacks.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { post } from './post.ts';
import { balances, holdBalance } from './queries.ts';

/**
 * Writes money that comes to a person's balance or credit, and lets it pay what they owe after a chargeback first
 * (ADR 71). The user's row is held before the accounts are, if they owe anything.
 */
export async function credit(tx: Tx, userId: number, write: () => Promise<unknown>): Promise<void> {
  const owes = await owesForChargeback(tx, userId);
  if (owes) await holdBalance(tx, userId);
  await write();
  if (owes) await collectDebt(tx, userId);
}

/**
 * Takes what a person owes after a chargeback out of their purchase credit and balance, as far as both are there, as a
 * fact of its own. Called before they spend or withdraw, after anything comes in, and when the debt is booked.
 * @returns what was paid off, in cents
 */
export async function collectDebt(tx: Tx, userId: number): Promise<number> {
  if (!(await owesForChargeback(tx, userId))) return 0;
  await holdBalance(tx, userId);
  const has = await balances(tx, userId);
  const creditCents = Math.min(has.purchaseCreditCents, has.chargebackDebtCents);
  const availableCents = Math.min(has.availableCents, has.chargebackDebtCents - creditCents);
  const amountCents = creditCents + availableCents;
  if (amountCents === 0) return 0;
  const { rows } = await sql<{ id: number }>`
    insert into debt_payments (user_id, amount_cents) values (${userId}, ${amountCents}) returning id`.execute(
    tx,
  );
  await post(tx, debtPaid({ debtPaymentId: rows[0]!.id, userId, creditCents, availableCents }));
  return amountCents;
}

/** People who owe after a chargeback and have something that a race left them. */
export async function debtorsWithBalance(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.case_id as id from money.accounts d
    where d.kind = 'chargeback_debt' and d.shard = 0 and d.debits > d.credits and exists (
      select from money.accounts a where a.kind = any ('{available,purchase_credit}') and a.case_id = d.case_id
        and a.shard = 0 and a.credits > a.debits)
    order by d.case_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function owesForChargeback(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await sql`select from money.accounts
    where kind = 'chargeback_debt' and case_id = ${userId} and shard = 0 and debits > credits`.execute(db);
  return rows.length > 0;
}
