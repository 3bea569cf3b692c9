import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/withdrawals.ts';
import type { Viewer } from '#domain/accounts.ts';
import { maskedDocument } from '#domain/documents.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { PixKeyType, WithdrawalRules, WithdrawalState } from '#domain/withdrawals.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { countTabs } from '#server/lists/tab-counts.ts';
import { balances } from '#server/ledger/queries.ts';
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
  decision_note: string | null;
  last_error: string | null;
}

const columns = sql`w.id, w.state, w.amount_cents, w.fee_cents, w.debt_cents, w.pix_key_type, w.pix_key, w.created_at,
  w.paid_at, w.decision_note, w.last_error`;
const listed = 100;

/** The viewer's withdrawals, newest first. */
export async function listWithdrawals(
  db: Queryable,
  viewer: Viewer,
): Promise<Reply<typeof contract.listWithdrawals>> {
  const { rows } = await sql<Row>`
    select ${columns} from withdrawals w where w.user_id = ${viewer.id} order by w.id desc limit ${listed}`.execute(
    db,
  );
  return { items: rows.map(present) };
}

export async function getWithdrawal(db: Queryable, viewer: Viewer, id: number): Promise<contract.Withdrawal> {
  const { rows } = await sql<Row>`
    select ${columns} from withdrawals w where w.id = ${id} and w.user_id = ${viewer.id}`.execute(db);
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
    paidAt: row.paid_at && row.paid_at.toISOString(),
    decisionNote: row.decision_note,
    returnReason: row.state === 'returned' ? row.last_error : null,
  };
}

/** `***.982.247-**` for a CPF; of other keys the first two and last two letters. */
function maskedKey(key: string): string {
  if (/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(key)) return maskedDocument(key);
  return `${key.slice(0, 2)}***${key.slice(-2)}`;
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

type Tab = NonNullable<Query<typeof contract.listStaffWithdrawals>['tab']>;

const tabs: Record<Tab, readonly WithdrawalState[]> = {
  pendentes: ['requested', 'in_review'],
  processando: ['approved', 'processing', 'failed'],
  pagos: ['paid'],
  recusados: ['rejected', 'returned'],
};

interface StaffRow extends Row {
  user_id: number;
  username: string;
  document: string | null;
  holder_name: string;
  first_by: number | null;
  first: string | null;
}

/** The queue of a tab: what waits longest first, what is done newest first. */
export async function listStaffWithdrawals(
  ctx: Ctx,
  viewer: Viewer,
  tab: Tab = 'pendentes',
): Promise<Reply<typeof contract.listStaffWithdrawals>> {
  const direction = tab === 'pendentes' || tab === 'processando' ? sql`asc` : sql`desc`;
  const { rows } = await sql<StaffRow>`
    select ${columns}, w.user_id, u.username::text, coalesce(u.cpf, u.cnpj) as document, w.holder_name,
      w.first_by, f.username::text as first
    from withdrawals w join users u on u.id = w.user_id left join users f on f.id = w.first_by
    where w.state = any (${tabs[tab]}::text[]) order by w.id ${direction} limit ${listed}`.execute(ctx.db);
  const { withdrawal: rules } = (await currentRules(ctx.db)).rules;
  return {
    items: await Promise.all(rows.map((row) => staffRow(ctx, viewer, row, rules))),
    counts: await countTabs(ctx.db, 'withdrawals', tabs),
  };
}

async function staffRow(ctx: Ctx, viewer: Viewer, row: StaffRow, rules: WithdrawalRules) {
  const holderMatches =
    row.document === null
      ? false
      : await ctx.payments.keyBelongsTo(row.pix_key, row.document).catch(() => null);
  const { availableCents } = await balances(ctx.db, row.user_id);
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
    lastError: row.last_error,
    needsTwo: row.amount_cents > rules.twoPeopleCents,
    firstBy: row.first,
    decidable: obstacle === null,
    notDecidableBecause: obstacle,
  };
}

/** Why this viewer can't approve it, in words. */
function obstacleOf(
  viewer: Viewer,
  row: StaffRow,
  { holderMatches, rules }: { holderMatches: boolean | null; rules: WithdrawalRules },
): string | null {
  if (!tabs.pendentes.includes(row.state)) return 'Este saque já foi decidido.';
  const { supportLimitCents } = rules;
  const { user_id: ownerId, amount_cents: amountCents } = row;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents, supportLimitCents });
  if (!answer.ok && answer.reason === 'own_decision')
    return 'Este saque é seu. Outra pessoa da equipe decide.';
  if (!answer.ok) return 'Acima do limite do suporte. Um administrador decide.';
  if (row.first_by === viewer.id) return 'Você aprovou primeiro. Falta outra pessoa confirmar.';
  return holderMatches === false ? 'O titular da chave no banco não é o titular da conta.' : null;
}
