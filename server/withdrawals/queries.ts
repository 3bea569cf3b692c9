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
    expectedBy: unfinishedStates.includes(row.state) ? expectedArrival(row.created_at).toISOString() : null,
    ...payoutOf(row),
    decisionNote: row.decision_note,
    returnReason: row.state === 'returned' ? row.last_error : null,
  };
}

/** When it was paid, and when it was returned. */
export function payoutOf(row: Pick<Row, 'paid_at' | 'reopened_at'>) {
  return {
    paidAt: row.paid_at && row.paid_at.toISOString(),
    reopenedAt: row.reopened_at && row.reopened_at.toISOString(),
  };
}

/** States before the payment. */
export const unfinishedStates: readonly WithdrawalState[] = [
  'requested',
  'in_review',
  'approved',
  'processing',
  'failed',
];

/** §4.10: when a withdrawal requested at that time arrives at the latest. */
export function expectedArrival(askedAt: Date): Date {
  const { calendar, heldMoney } = rulesInForce;
  return afterBusinessDays(askedAt, heldMoney.withdrawalDays, closedDays(calendar));
}

/** §4.10: until when withdrawals of the user `u` are paused after a security change; null when they are not. */
export function pausedUntil({ withdrawalCoolDownMs }: Rules['security']): RawBuilder<Date | null> {
  const pause = sql`${withdrawalCoolDownMs}::bigint * interval '1 millisecond'`;
  return sql`case when u.security_changed_at > market_now() - ${pause} then u.security_changed_at + ${pause} end`;
}

/** `***.982.247-**` for a CPF; for other keys the first two and last two characters. */
export function maskedKey(key: string): string {
  if (/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(key)) return maskedDocument(key);
  return `${firstLetters(key, 2)}***${lastLetters(key, 2)}`;
}

/** Withdrawals `w` of an account, and those of other accounts to the document it declared (ADR 0079). */
export const isOfPerson = (userId: number) => sql<boolean>`(w.user_id = ${userId}
  or w.pix_key = (select coalesce(cpf, cnpj) from users where id = ${userId}))`;

/** The number of withdrawals since the first of the month in São Paulo that count towards the free one. */
export async function earlierThisMonth(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from withdrawals w where ${isOfPerson(userId)}
      and state not in ('cancelled', 'rejected', 'returned')
      and created_at >= date_trunc('month', market_now() at time zone 'America/Sao_Paulo')
        at time zone 'America/Sao_Paulo'`.execute(db);
  return rows[0]!.count;
}

/**
 * §4.10: the minimum that a person may withdraw now and its fee. A balance below the minimum can be withdrawn whole and
 * free when nothing else is open, because it would prevent the account's deletion.
 */
export async function withdrawalTerms(
  db: Queryable,
  userId: number,
  money: Balances,
  rules: WithdrawalRules,
): Promise<{ minCents: number; feeCents: number }> {
  const { minCents } = rules;
  const allCents = money.availableCents + money.purchaseCreditCents;
  if (allCents > 0 && allCents < minCents && (await isWholeRemainder(db, userId, money)))
    return { minCents: allCents, feeCents: 0 };
  return { minCents, feeCents: withdrawalFee(await earlierThisMonth(db, userId), rules) };
}

/** Whether a person has nothing open besides the available balance: no order, no refund, no held money. */
async function isWholeRemainder(
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
 * For queries with a withdrawal `t` and its owner `u`. The key was the declared document when the withdrawal was requested.
 * It replaces the document of a deleted account and, after approval, a document that its proven owner reclaimed (ADR
 * 0079), so that a provider that may have paid already gets the same request again.
 */
export const documentOfOwner = sql`case when u.state = 'closed' or coalesce(u.cpf, u.cnpj) is null
  and t.state in ('approved', 'processing', 'failed') then t.pix_key else coalesce(u.cpf, u.cnpj) end`;
