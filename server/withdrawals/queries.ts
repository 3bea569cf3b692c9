import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/withdrawals.ts';
import { withdrawalsPerPage } from '#contract/withdrawals.ts';
import type { AccountState, Viewer } from '#domain/accounts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import { maskedDocument } from '#domain/documents.ts';
import { fail } from '#domain/errors.ts';
import { firstLetters, lastLetters } from '#domain/excerpts.ts';
import { finalOrderStates } from '#domain/orders.ts';
import { can } from '#domain/permissions.ts';
import type { Rules } from '#domain/rules.ts';
import { withdrawalFee } from '#domain/withdrawals.ts';
import type { PixKeyType, WithdrawalRules, WithdrawalState } from '#domain/withdrawals.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { availableOf } from '#server/ledger/queries.ts';
import type { Balances } from '#server/ledger/queries.ts';
import { countTabs } from '#server/lists/tab-counts.ts';
import { cutPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { inStates } from '#server/lists/tabs.ts';
import { rulesInForce } from '#server/rules-in-force.ts';
import { currentRules } from '#server/settings/queries.ts';

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
function payoutOf(row: Row) {
  return {
    paidAt: row.paid_at && row.paid_at.toISOString(),
    reopenedAt: row.reopened_at && row.reopened_at.toISOString(),
  };
}

/** States in which money is still on its way to the bank. */
const under: readonly WithdrawalState[] = ['requested', 'in_review', 'approved', 'processing', 'failed'];

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
function maskedKey(key: string): string {
  if (/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(key)) return maskedDocument(key);
  return `${firstLetters(key, 2)}***${lastLetters(key, 2)}`;
}

/** Withdrawals since the first of the month in São Paulo that kept, or may yet keep, their free turn. */
export async function earlierThisMonth(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from withdrawals where user_id = ${userId}
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

type Asked = Query<typeof contract.listStaffWithdrawals>;
type Tab = NonNullable<Asked['tab']>;

const tabs: Record<Tab, readonly WithdrawalState[]> = {
  pendentes: ['requested', 'in_review'],
  processando: ['approved', 'processing', 'failed'],
  pagos: ['paid'],
  recusados: ['rejected', 'returned'],
};

interface StaffRow extends Row {
  now: Date;
  user_id: number;
  username: string;
  document: string | null;
  holder_name: string;
  first_by: number | null;
  first: string | null;
  credit_cents: number;
  owner_state: AccountState;
}

/**
 * Of a withdrawal `t` and its owner `u`. A deleted account has lost its own; the key was the verified document when it
 * was asked for.
 */
export const documentOfOwner = sql`case u.state when 'closed' then t.pix_key else coalesce(u.cpf, u.cnpj) end`;

/**
 * The queue of a tab: what waits longest first, what is done newest first (index withdrawals_by_state). Of 100,000 paid
 * ones page 1 is 0.2 ms and 158 buffers, page 1001 0.2 and 157.
 */
const queueTable: Table<Asked, StaffRow, StaffRow> = {
  name: 'saques',
  columns: sql`${columns}, market_now() as now, t.user_id, u.username::text, ${documentOfOwner} as document, t.holder_name,
    t.first_by, f.username::text as first, t.credit_cents, u.state as owner_state`,
  source: sql`withdrawals t`,
  joins: sql`join users u on u.id = t.user_id left join users f on f.id = t.first_by`,
  sorts: { id: { by: sql`t.id`, type: 'bigint' } },
  usualSort: ({ tab = 'pendentes' }) => (tab === 'pendentes' || tab === 'processando' ? 'id' : '-id'),
  plannedOnce: true,
  either: ({ tab = 'pendentes' }) => inStates(tabs[tab]),
  present: (row) => row,
};

export async function listStaffWithdrawals(
  ctx: Ctx,
  viewer: Viewer,
  query: Asked,
): Promise<Reply<typeof contract.listStaffWithdrawals>> {
  const [page, counts, { rules }] = await Promise.all([
    cutPage(ctx.db, queueTable, query),
    countTabs(ctx.db, 'withdrawals', tabs),
    currentRules(ctx.db),
  ]);
  const [money, holders] = await Promise.all([
    availableOf(
      ctx.db,
      page.items.map((row) => row.user_id),
    ),
    Promise.all(page.items.map((row) => holderMatchesOf(ctx, row))),
  ]);
  const items = page.items.map((row, index) =>
    staffRow(viewer, row, {
      holderMatches: holders[index]!,
      availableCents: money.get(row.user_id) ?? 0,
      rules: rules.withdrawal,
    }),
  );
  return { ...page, items, counts };
}

/** Until when it is to be at the bank, while it is not. */
function dueOf({ state, created_at: askedAt, now }: StaffRow): contract.StaffWithdrawal['due'] {
  if (!under.includes(state)) return null;
  const at = promisedBy(askedAt);
  return { at: at.toISOString(), late: at < now };
}

const waits = (row: StaffRow) => tabs.pendentes.includes(row.state);

/** The bank is asked about what somebody may decide, and not about the past. */
async function holderMatchesOf(ctx: Ctx, row: StaffRow): Promise<boolean | null> {
  if (!waits(row)) return null;
  if (row.document === null) return false;
  return ctx.payments.keyBelongsTo(row.pix_key, row.document).catch(() => null);
}

interface Circumstances {
  holderMatches: boolean | null;
  availableCents: number;
  rules: WithdrawalRules;
}

function staffRow(viewer: Viewer, row: StaffRow, { holderMatches, availableCents, rules }: Circumstances) {
  const obstacle = obstacleOf(viewer, row, { holderMatches, rules });
  return {
    id: row.id,
    state: row.state,
    user: { id: row.user_id, username: row.username },
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    pixKey: maskedKey(row.pix_key),
    holderName: row.holder_name,
    holderMatches,
    // The amount left the balance when it was asked for.
    balanceAfterCents: availableCents,
    createdAt: row.created_at.toISOString(),
    due: dueOf(row),
    ...payoutOf(row),
    lastError: row.last_error,
    repayable: isRepayable(row, availableCents),
    needsTwo: row.amount_cents > rules.twoPeopleCents || row.first_by !== null,
    firstBy: row.first,
    decidable: obstacle === null,
    notDecidableBecause: obstacle,
  };
}

function isRepayable({ reopened_at, owner_state, ...row }: StaffRow, availableCents: number): boolean {
  return (
    reopened_at !== null && owner_state === 'closed' && availableCents >= row.amount_cents - row.credit_cents
  );
}

/** Why this viewer can't approve it, in words. */
function obstacleOf(
  viewer: Viewer,
  row: StaffRow,
  { holderMatches, rules }: Pick<Circumstances, 'holderMatches' | 'rules'>,
): string | null {
  if (!waits(row)) return 'Este saque já foi decidido.';
  const { supportLimitCents } = rules;
  const { user_id: ownerId, amount_cents: amountCents } = row;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents, supportLimitCents });
  if (!answer.ok && answer.reason === 'own_decision')
    return 'Este saque é seu. Outra pessoa da equipe decide.';
  if (!answer.ok) return 'Acima do limite do suporte. Um administrador decide.';
  if (row.first_by === viewer.id) return 'Você aprovou primeiro. Falta outra pessoa confirmar.';
  return holderMatches === false ? 'O titular da chave no banco não é o titular da conta.' : null;
}
