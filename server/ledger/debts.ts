import { sql } from 'kysely';
import { debtPaid } from '#domain/ledger/chargebacks.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { post } from './post.ts';
import { balances, lockBalance } from './queries.ts';

/**
 * Posts money to a person's balance or credit and then collects their debt of a chargeback from it (ADR 71). A debtor's
 * user row is locked before the accounts.
 */
export async function creditAndCollectDebt(
  tx: Tx,
  userId: number,
  write: () => Promise<unknown>,
): Promise<void> {
  const owes = await owesForChargeback(tx, userId);
  if (owes) await lockBalance(tx, userId);
  await write();
  if (owes) await collectDebt(tx, userId);
}

/**
 * Collects a person's debt of a chargeback from their purchase credit and balance, as far as these suffice, with its own
 * journal. Called before they spend or withdraw, after each credit, and when the debt is booked.
 * @returns the collected cents
 */
export async function collectDebt(tx: Tx, userId: number): Promise<number> {
  if (!(await owesForChargeback(tx, userId))) return 0;
  await lockBalance(tx, userId);
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

/** People with a debt of a chargeback and a balance that a race left. */
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
