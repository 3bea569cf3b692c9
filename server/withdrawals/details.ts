import { sql } from 'kysely';
import type { StaffWithdrawalDetail } from '#contract/withdrawals/staff-withdrawals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { originsOf } from '#server/ledger/origins.ts';
import { maskedKey } from './queries.ts';
import { presentRows, staffColumns, staffJoins } from './queue.ts';
import type { StaffRow } from './queue.ts';

/** Limits of a sheet: ledger lines read for the origin, earlier withdrawals and events listed. */
const maxLines = 1_000;
const maxEarlier = 10;
const maxEvents = 50;

interface Row extends StaffRow {
  decider: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

/** One withdrawal for its decider; staff cannot open their own. */
export async function getStaffWithdrawal(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
): Promise<StaffWithdrawalDetail> {
  const { rows } = await sql<Row>`
    select ${staffColumns}, (select username::text from users where id = t.decided_by) as decider, t.decided_at,
      t.decision_note
    from withdrawals t ${staffJoins} where t.id = ${id}`.execute(ctx.db);
  const row = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'inspect_withdrawal', { ownerId: row.user_id });
  if (!answer.ok) fail(answer.reason);
  const [[presented], origins, earlier, history] = await Promise.all([
    presentRows(ctx, viewer, rows),
    readOrigins(ctx.db, id),
    readEarlier(ctx.db, row),
    readHistory(ctx.db, id),
  ]);
  const found = origins.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    ...presented!,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    origins,
    olderCents: row.amount_cents - found,
    ...earlier,
    history,
  };
}

interface Line {
  kind: string;
  at: Date;
  cents: number;
  brought: number;
  order_id: number | null;
  method: PaymentMethod | null;
  withdrawal_id: number | null;
}

async function readOrigins(db: Queryable, id: number): Promise<StaffWithdrawalDetail['origins']> {
  const { rows } = await sql<Line>`
    with ${originsOf([id], { lines: maxLines, most: maxLines })}
    select kind, at, cents, brought, order_id, method, withdrawal_id from origins order by journal_id desc`.execute(
    db,
  );
  return rows.map(({ kind, at, cents, brought, order_id, method, withdrawal_id }) => ({
    kind,
    at: at.toISOString(),
    amountCents: cents,
    broughtCents: brought,
    order: order_id === null ? null : { id: order_id, code: orderCode(order_id), method },
    withdrawalId: withdrawal_id,
  }));
}

interface Earlier {
  id: number;
  state: WithdrawalState;
  amount_cents: number;
  pix_key: string;
  created_at: Date;
  paid_at: Date | null;
}

/** Earlier withdrawals of the same person: ranges of withdrawals_user. */
async function readEarlier(
  db: Queryable,
  { id, user_id: userId }: Row,
): Promise<Pick<StaffWithdrawalDetail, 'earlier' | 'earlierCount' | 'paidCents'>> {
  const before = sql`from withdrawals where user_id = ${userId} and id < ${id}`;
  const [{ rows }, { rows: sums }] = await Promise.all([
    sql<Earlier>`select id, state, amount_cents, pix_key, created_at, paid_at ${before}
      order by id desc limit ${maxEarlier}`.execute(db),
    sql<{ count: number; paid: number }>`select count(*)::int as count,
      coalesce(sum(amount_cents) filter (where state = 'paid'), 0)::bigint as paid ${before}`.execute(db),
  ]);
  const earlier = rows.map((one) => ({
    id: one.id,
    state: one.state,
    amountCents: one.amount_cents,
    pixKey: maskedKey(one.pix_key),
    createdAt: one.created_at.toISOString(),
    paidAt: one.paid_at?.toISOString() ?? null,
  }));
  return { earlier, earlierCount: sums[0]!.count, paidCents: sums[0]!.paid };
}

/** Its events, newest first (index events_subject): request, review, approvals and the provider's answers. */
async function readHistory(db: Queryable, id: number): Promise<StaffWithdrawalDetail['history']> {
  const { rows } = await sql<{ id: number; at: Date; kind: string; actor: string | null; reason: string }>`
    select e.id, e.at, e.kind, a.username::text as actor,
      coalesce(e.data ->> 'reason', e.data ->> 'note', '') as reason
    from events e left join users a on a.id = e.actor_id
    where e.subject_kind = 'withdrawal' and e.subject_id = ${id}
    order by e.id desc limit ${maxEvents}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
