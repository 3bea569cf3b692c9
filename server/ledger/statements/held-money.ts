import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/ledger/statements.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import * as domain from '#domain/ledger/held-money.ts';
import type { HeldAccount } from '#domain/ledger/held-money.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { releaseDelayMs, releaseAt } from '#domain/orders/timers.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Ctx } from '#server/context.ts';
import { heldMoney } from '#server/ledger/held.ts';
import type { HeldRow } from '#server/ledger/held.ts';
import { openComplaintOf, pendingInComplaint } from '#server/orders/pending-response.ts';
import type { OpenComplaintRow } from '#server/orders/pending-response.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';

type Line = Reply<typeof contract.listHeldMoney>['items'][number];

type OpenCases = ReadonlyMap<number, NonNullable<Line['complaint']>>;

const pageSize = 50;

/** Why the viewer's money in one kind of account is held, the lines released soonest first (N01). */
export async function listHeldMoney(
  ctx: Ctx,
  viewer: Viewer,
  account: HeldAccount,
  cursor: string | undefined,
): Promise<Reply<typeof contract.listHeldMoney>> {
  const rows = await heldMoney(ctx.db, viewer.id, account, { after: placeOf(cursor), limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const { rules } = await currentRules(ctx.db);
  const cases = await openCases(ctx, page, rules);
  const last = page.at(-1);
  return {
    items: await Promise.all(page.map((row) => explain(ctx, account, row, { rules, cases }))),
    next: rows.length > pageSize && last ? `${last.at.getTime()}_${last.caseId}` : null,
    now: (await marketNow(ctx.db)).toISOString(),
  };
}

function placeOf(cursor: string | undefined): { at: Date; caseId: number } | undefined {
  if (cursor === undefined) return undefined;
  const [at, caseId] = cursor.split('_').map(Number);
  return { at: new Date(at!), caseId: caseId! };
}

/** For the page's sales in complaint, by order: the pending response of the complaint (N12). Its end cannot be predicted. */
async function openCases(ctx: Ctx, page: readonly HeldRow[], rules: Rules): Promise<OpenCases> {
  const { rows } = await sql<{ id: number; buyer: string; version: number; found: OpenComplaintRow }>`
    select o.id, b.username::text as buyer, o.rule_version_id as version, ${openComplaintOf(sql`'seller'`)} as found
    from orders o join users b on b.id = o.buyer_id
    where o.id = any (${page.flatMap(({ orderId }) => orderId ?? [])}::bigint[]) and o.state = 'in_complaint'`.execute(
    ctx.db,
  );
  const waiting = await Promise.all(
    rows.map(async ({ id, buyer, version, found }) => {
      const { complaints } = await rulesOf(ctx.db, version);
      return [id, { buyer, waits: pendingInComplaint(found, complaints, rules.calendar) }] as const;
    }),
  );
  return new Map(waiting);
}

/** The rule that holds the money, when the timer is due, what it does, and when the money is released by itself. */
async function explain(
  ctx: Ctx,
  account: HeldAccount,
  row: HeldRow,
  { rules, cases }: { rules: Rules; cases: OpenCases },
): Promise<Line> {
  const { reason, outcome } = reasonOf(account, row);
  const complaint = (reason === 'in_complaint' && cases.get(row.orderId!)) || null;
  const until = complaint ? new Date(complaint.waits.until) : untilOf(account, row, { reason, rules });
  return {
    id: row.caseId,
    amountCents: row.amountCents,
    reason,
    until: until.toISOString(),
    outcome,
    freeAt: outcome === 'released' ? (await freeAt(ctx, row, until)).toISOString() : null,
    categoryHold: outcome === 'released' ? categoryHoldOf(row) : null,
    complaint,
    blockWords: reason === 'blocked_by_team' ? row.blockWords : null,
    order:
      row.hash === null ? null : { hash: row.hash, code: orderCode(row.orderId!), title: row.title ?? '' },
  };
}

function categoryHoldOf({ category, holdDays }: HeldRow): Line['categoryHold'] {
  return category === null || holdDays === null ? null : { category, days: holdDays };
}

function reasonOf(account: HeldAccount, row: HeldRow) {
  if (row.stoppedBy) return domain.whyStopped[row.stoppedBy];
  if (account === 'pending_release') return domain.releaseDelayReason;
  if (account === 'blocked') return domain.blockedReason;
  const why = {
    escrow: () => domain.escrowReasons[row.state as OrderState],
    withdrawal_in_transit: () => domain.withdrawalReasons[row.state as WithdrawalState],
    refund_due: () => domain.refundDueReasons[row.state as RefundState],
  }[account]();
  if (!why) throw new Error(`money of ${account} ${row.caseId} is held in ${row.state}, which holds none`);
  return why.reason === 'awaiting_start' && row.deliveryType === 'automatic' ? domain.codesReason : why;
}

function untilOf(
  account: HeldAccount,
  row: HeldRow,
  { reason, rules }: { reason: domain.HeldReason; rules: Rules },
): Date {
  if (reason === 'contested') return new Date(row.at.getTime() + rules.heldMoney.contestationMs);
  if (reason === 'regretted') return new Date(row.at.getTime() + rules.refunds.regretDecisionMs);
  if (reason === 'in_analysis' || reason === 'blocked_by_team') return row.at;
  const closed = closedDays(rules.calendar);
  if (account === 'withdrawal_in_transit')
    return afterBusinessDays(row.at, rules.heldMoney.withdrawalDays, closed);
  if (row.state === 'held') return row.at;
  if (account === 'refund_due') return afterBusinessDays(row.at, rules.heldMoney.refundDays, closed);
  return row.at;
}

/** A delivered sale completes when its timer is due, and its release delay counts from the delivery (§4.3). */
async function freeAt(ctx: Ctx, row: HeldRow, until: Date): Promise<Date> {
  if (row.state !== 'delivered' || !row.deliveredAt || row.ruleVersionId === null) return until;
  const { timers } = await rulesOf(ctx.db, row.ruleVersionId);
  return releaseAt(until, row.deliveredAt, releaseDelayMs(row.holdDays, timers));
}
