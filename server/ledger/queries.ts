import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** A user's balances in cents. */
export interface Balances {
  /** Completed sales whose release delay isn't over yet. */
  pendingReleaseCents: number;
  availableCents: number;
  /** Money blocked by a complaint or a contestation. */
  blockedCents: number;
  purchaseCreditCents: number;
  withdrawalInTransitCents: number;
  /** The user's debt for refunds that the platform advanced. */
  debtCents: number;
  /** The user's debt for chargebacks of money that was refunded to them already (ADR 71). */
  chargebackDebtCents: number;
}

/** SQL for the balance of the guarantee fund, in cents. */
export const guaranteeFundCents = sql<number>`(select coalesce(sum(credits - debits), 0)::bigint
  from money.accounts where kind = 'guarantee_fund')`;

/** SQL for the cents of an order's completed sale that its seller has not been paid yet, blocked or not. */
export const unreleasedCentsOf = (orderId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(a.credits - a.debits), 0)::bigint from money.accounts a
  where a.kind in ('pending_release', 'blocked') and a.case_id = ${orderId} and a.shard = 0)`;

/** A user's current balances. Reads account rows, never history. */
export async function balances(db: Queryable, userId: number): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select
      (select coalesce(sum(a.credits - a.debits), 0)::bigint
        from settlements s join money.accounts a on a.kind = 'pending_release' and a.case_id = s.order_id
        where s.seller_id = ${userId} and s.state = 'pending_release') as "pendingReleaseCents",
      (select coalesce(sum(a.credits - a.debits), 0)::bigint
        from withdrawals w join money.accounts a on a.kind = 'withdrawal_in_transit' and a.case_id = w.id
        where w.user_id = ${userId} and w.state in ('requested', 'in_review', 'approved', 'processing', 'failed'))
        as "withdrawalInTransitCents",
      (select coalesce(sum(a.credits - a.debits), 0)::bigint
        from settlements s join money.accounts a
          on a.kind = any ('{pending_release,blocked}') and a.case_id = s.order_id
        where s.seller_id = ${userId} and s.state = 'blocked') as "blockedCents",
      coalesce(sum(credits - debits) filter (where kind = 'available'), 0)::bigint as "availableCents",
      coalesce(sum(debits - credits) filter (where kind = 'recoverable'), 0)::bigint as "debtCents",
      coalesce(sum(debits - credits) filter (where kind = 'chargeback_debt'), 0)::bigint as "chargebackDebtCents",
      coalesce(sum(credits - debits) filter (where kind = 'purchase_credit'), 0)::bigint as "purchaseCreditCents"
    from money.accounts
    where kind in ('available', 'purchase_credit', 'recoverable', 'chargeback_debt') and case_id = ${userId} and shard = 0`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * A user's own balances, locked, so that only one transaction at a time takes money from them. It locks the user's row,
 * after the order's and before the accounts.
 */
export async function lockBalance(
  tx: Queryable,
  userId: number,
): Promise<Pick<Balances, 'availableCents' | 'purchaseCreditCents' | 'debtCents'>> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { availableCents, purchaseCreditCents, debtCents } = await balances(tx, userId);
  return { availableCents, purchaseCreditCents, debtCents };
}

/** A user's debt; a debtor's balance is locked. Mostly a single query that finds no debt. */
export async function lockDebt(tx: Queryable, userId: number): Promise<number> {
  const { rows } = await sql`select from money.accounts
    where kind = 'recoverable' and case_id = ${userId} and shard = 0 and debits > credits`.execute(tx);
  return rows.length === 0 ? 0 : (await lockBalance(tx, userId)).debtCents;
}

/** Where the money of one sale stands, in cents. */
export interface SaleMoney {
  /** The payment that paid the order; null while it is unpaid. */
  paymentId: number | null;
  concluded: boolean;
  escrowCents: number;
  pendingCents: number;
  blockedCents: number;
  /** Owed to the buyer by the platform itself (M10). */
  advancedCents: number;
}

/** Reads the accounts of one sale. The caller has locked the order's row. */
export async function saleMoney(db: Queryable, orderId: number): Promise<SaleMoney> {
  const { rows } = await sql<SaleMoney>`
    select (select payment_id from money.journals where key = ${`capture:order:${orderId}`}) as "paymentId",
      exists (select from money.journals where key = ${`conclude:order:${orderId}`}) as concluded,
      coalesce(sum(credits - debits) filter (where kind = 'escrow'), 0)::bigint as "escrowCents",
      coalesce(sum(credits - debits) filter (where kind = 'pending_release'), 0)::bigint as "pendingCents",
      coalesce(sum(credits - debits) filter (where kind = 'blocked'), 0)::bigint as "blockedCents",
      (select coalesce(sum(t.amount), 0)::bigint from money.journals j join money.transfers t on t.journal_id = j.id
        where j.order_id = ${orderId} and j.kind = 'refund_platform') as "advancedCents"
    from money.accounts
    where kind in ('escrow', 'pending_release', 'blocked') and case_id = ${orderId} and shard = 0`.execute(
    db,
  );
  return rows[0]!;
}

/** The available balances of several people, by id; without people who have no account. */
export async function availableBalances(
  db: Queryable,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; cents: number }>`
    select case_id as id, (credits - debits)::bigint as cents from money.accounts
    where kind = 'available' and shard = 0 and case_id = any(${userIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Whether any account of a user has a balance other than zero, positive or negative. */
export async function hasMoney(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from money.accounts a join money.account_kinds k on k.kind = a.kind
      where k.owner = 'user' and a.case_id = ${userId} and a.credits <> a.debits) as found`.execute(db);
  return rows[0]!.found;
}

/** One line of the trial balance, in cents. `balanceCents` is on the side where the kind grows. */
export interface TrialBalanceRow {
  kind: string;
  side: 'debit' | 'credit';
  accounts: number;
  debitsCents: number;
  creditsCents: number;
  balanceCents: number;
}

/** Every kind of account with its sums; debits and credits of all lines together are equal. */
export async function trialBalance(db: Queryable): Promise<TrialBalanceRow[]> {
  const { rows } = await sql<TrialBalanceRow>`
    select k.kind, k.side, count(a.id)::int as accounts, coalesce(sum(a.debits), 0)::bigint as "debitsCents",
      coalesce(sum(a.credits), 0)::bigint as "creditsCents",
      coalesce(sum(case k.side when 'credit' then a.credits - a.debits else a.debits - a.credits end), 0)::bigint
        as "balanceCents"
    from money.account_kinds k left join money.accounts a on a.kind = k.kind
    group by k.kind, k.side order by k.kind`.execute(db);
  return rows;
}

/** A broken invariant; `id` is the invariant's name in docs/money.md. */
export interface Break {
  id: string;
  subject: string;
  subjectId: number | null;
  fault: string;
}

/** The broken invariants; empty when healthy. Reads the whole ledger. */
export async function breaks(db: Queryable): Promise<Break[]> {
  const { rows } = await sql<Break>`
    select id, subject, subject_id as "subjectId", fault from money.breaks`.execute(db);
  return rows;
}
