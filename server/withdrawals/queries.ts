import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/withdrawals/withdrawals.ts';
import { withdrawalsPerPage } from '#contract/withdrawals/withdrawals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import { maskedDocument } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { firstLetters, lastLetters } from '#domain/text/excerpts.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { withdrawalFee } from '#domain/withdrawals/withdrawals.ts';
import type { PixKeyType, WithdrawalRules, WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Queryable } from '#server/context.ts';
import type { Balances } from '#server/ledger/queries.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

interface Row {
  id: number;
  state: WithdrawalState;
  amount_cents: number;
  fee_cents: number;
  debt_cents: number;
  pix_key_type: PixKeyType;
  pix_key: string;
  created_at: Date;
  paid_at: Date | null;
  reopened_at: Date | null;
  decision_note: string | null;
  last_error: string | null;
}

const columns = sql`t.id, t.state, t.amount_cents, t.fee_cents, t.debt_cents, t.pix_key_type, t.pix_key, t.created_at,
  t.paid_at, t.reopened_at, t.decision_note, t.last_error`;

/** The viewer's withdrawals, newest first: a range of withdrawals_user. */
export async function listWithdrawals(
  db: Queryable,
  viewer: Viewer,
  { page = 1 }: Query<typeof contract.listWithdrawals>,
): Promise<Reply<typeof contract.listWithdrawals>> {
  const { rows } = await sql<Row>`
    select ${columns} from withdrawals t where t.user_id = ${viewer.id} order by t.id desc
    limit ${withdrawalsPerPage} offset ${(page - 1) * withdrawalsPerPage}`.execute(db);
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::int from withdrawals where user_id = ${viewer.id}`.execute(db);
  return { items: rows.map(present), total: all[0]!.count };
}

export async function getWithdrawal(db: Queryable, viewer: Viewer, id: number): Promise<contract.Withdrawal> {
  const { rows } = await sql<Row>`
    select ${columns} from withdrawals t where t.id = ${id} and t.user_id = ${viewer.id}`.execute(db);
  return present(rows[0] ?? fail('not_found'));
}

function present(row: Row): contract.Withdrawal {
  return {
    id: row.id,
    state: row.state,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    netCents: row.amount_cents - row.fee_cents,
    debtCents: row.debt_cents,
    pixKeyType: row.pix_key_type,
    pixKey: maskedKey(row.pix_key),
    createdAt: row.created_at.toISOString(),
    expectedBy: under.includes(row.state) ? promisedBy(row.created_at).toISOString() : null,
    ...payoutOf(row),
    decisionNote: row.decision_note,
    returnReason: row.state === 'returned' ? row.last_error : null,
  };
}

/** When the bank paid it, and when it came back. */
export function payoutOf(row: Pick<Row, 'paid_at' | 'reopened_at'>) {
  return {
    paidAt: row.paid_at && row.paid_at.toISOString(),
    reopenedAt: row.reopened_at && row.reopened_at.toISOString(),
  };
}

/** States in which money is still on its way to the bank. */
export const under: readonly WithdrawalState[] = [
  'requested',
  'in_review',
  'approved',
  'processing',
  'failed',
];

/** §4.10: until when a withdrawal that was asked for then is to arrive. */
export function promisedBy(askedAt: Date): Date {
  const { calendar, heldMoney } = rulesInForce;
  return afterBusinessDays(askedAt, heldMoney.withdrawalDays, closedDays(calendar));
}

/** §4.10: until when withdrawals of the user `u` wait after a change of security; null when they don't. */
export function waitsUntil({ withdrawalCoolDownMs }: Rules['security']): RawBuilder<Date | null> {
  const pause = sql`${withdrawalCoolDownMs}::bigint * interval '1 millisecond'`;
  return sql`case when u.security_changed_at > market_now() - ${pause} then u.security_changed_at + ${pause} end`;
}

/** `***.982.247-**` for a CPF; of other keys the first two and last two letters. */
export function maskedKey(key: string): string {
  if (/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(key)) return maskedDocument(key);
  return `${firstLetters(key, 2)}***${lastLetters(key, 2)}`;
}

/** Withdrawals `w` of an account, and those that other accounts sent to the document it declared (ADR 0079). */
export const isOfPerson = (userId: number) => sql<boolean>`(w.user_id = ${userId}
  or w.pix_key = (select coalesce(cpf, cnpj) from users where id = ${userId}))`;

/** Withdrawals since the first of the month in São Paulo that kept, or may yet keep, their free turn. */
export async function earlierThisMonth(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from withdrawals w where ${isOfPerson(userId)}
      and state not in ('cancelled', 'rejected', 'returned')
      and created_at >= date_trunc('month', market_now() at time zone 'America/Sao_Paulo')
        at time zone 'America/Sao_Paulo'`.execute(db);
  return rows[0]!.count;
}

/**
 * §4.10: the least that a person may take out now and what it costs. A balance below the minimum that is the last thing
 * of an account leaves whole and free: it would keep the account from being deleted for ever.
 */
export async function withdrawalTerms(
  db: Queryable,
  userId: number,
  money: Balances,
  rules: WithdrawalRules,
): Promise<{ minCents: number; feeCents: number }> {
  const { minCents } = rules;
  const allCents = money.availableCents + money.purchaseCreditCents;
  if (allCents > 0 && allCents < minCents && (await isAllThatIsLeft(db, userId, money)))
    return { minCents: allCents, feeCents: 0 };
  return { minCents, feeCents: withdrawalFee(await earlierThisMonth(db, userId), rules) };
}

/** Whether nothing of a person's goes on but what they have free: no order, no refund, no money that waits. */
async function isAllThatIsLeft(
  db: Queryable,
  userId: number,
  { pendingReleaseCents, blockedCents, withdrawalInTransitCents }: Balances,
): Promise<boolean> {
  if (pendingReleaseCents + blockedCents + withdrawalInTransitCents > 0) return false;
  const { rows } = await sql`
    select from orders o where ${userId} in (o.buyer_id, o.seller_id) and (
      o.state <> all (${finalOrderStates}::text[])
      or exists (select from refunds r where r.order_id = o.id and r.state not in ('completed', 'rejected', 'used')))
    limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Of a withdrawal `t` and its owner `u`. The key was the declared document when the withdrawal was requested. It stands in
 * for the document of a deleted account, and once approved for one that its proven owner took back (ADR 0079): a bank
 * that may have paid already is asked the same question again.
 */
export const documentOfOwner = sql`case when u.state = 'closed' or coalesce(u.cpf, u.cnpj) is null
  and t.state in ('approved', 'processing', 'failed') then t.pix_key else coalesce(u.cpf, u.cnpj) end`;
