import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { StaffComplaintRow, listComplaints } from '#contract/complaints/staff-complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import { can } from '#domain/staff/permissions.ts';
import { pendingTabs } from '#domain/staff/queues.ts';
import type { Ctx } from '#server/context.ts';
import { formatCents } from '#server/formats.ts';
import { readPage } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { countTabs, stateRanges } from '#server/lists/tabs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { whyAdmin } from '#server/staff/money-decisions/sums.ts';
import { readComplaintSumsById } from './decision-sums.ts';

type Asked = Query<typeof listComplaints>;
type Tab = NonNullable<Asked['tab']>;

const statesOf: Record<Tab, readonly string[]> = {
  ...pendingTabs.complaints,
  negociacao: ['open', 'negotiating', 'decided'],
  encerradas: ['closed'],
};

const orders: Record<Tab, string> = {
  mediacao: 'waiting',
  recursos: 'appealed',
  negociacao: 'waiting',
  encerradas: '-closed',
};

interface QueueRow extends Omit<
  StaffComplaintRow,
  'code' | 'openedAt' | 'targetAt' | 'late' | 'raised' | 'onlyAdminBecause'
> {
  buyerId: number;
  sellerId: number;
  openedAt: Date;
  mediatedAt: Date | null;
  appealsEndAt: Date | null;
  raised: boolean;
  now: Date;
}

/**
 * The queue of a tab: the most urgent case first (index complaints_waiting), closed ones newest first (index
 * complaints_by_state). Appeals are few and therefore sorted. With 20,000 closed ones page 1 takes 0.8 ms and 668
 * buffers, and so does page 399.
 */
const queueTable: Table<Asked, QueueRow, QueueRow> = {
  name: 'reclamacoes',
  columns: sql`t.id, t.order_id as "orderId", v.title, t.reason, t.state, b.username::text as buyer,
    s.username::text as seller, o.total_cents as "totalCents", t.opened_at as "openedAt",
    t.mediated_at as "mediatedAt", t.appeals_end_at as "appealsEndAt", t.raised_at is not null as raised,
    o.buyer_id as "buyerId", o.seller_id as "sellerId", k.username::text as "takenBy", d.username::text as "decidedBy", (select market_now()) as now`,
  source: sql`complaints t`,
  joins: sql`join orders o on o.id = t.order_id join listing_versions v on v.id = o.listing_version_id
    join users b on b.id = o.buyer_id join users s on s.id = o.seller_id left join users k on k.id = t.taken_by
    left join complaint_decisions f on f.complaint_id = t.id and f.instance = 'first'
    left join users d on d.id = f.decided_by`,
  sorts: {
    waiting: { by: sql`coalesce(t.mediated_at, t.opened_at)`, type: 'instant' },
    appealed: { by: sql`t.appeals_end_at`, type: 'instant' },
    closed: { by: sql`t.closed_at`, type: 'instant' },
  },
  defaultSort: ({ tab = 'mediacao' }) => orders[tab],
  hasFixedPlan: true,
  ranges: ({ tab = 'mediacao' }) => stateRanges(statesOf[tab]),
  present: (row) => row,
};

export async function staffQueue(
  ctx: Ctx,
  viewer: Viewer,
  query: Asked,
): Promise<Reply<typeof listComplaints>> {
  const [page, counts, { rules }] = await Promise.all([
    readPage(ctx.db, queueTable, query),
    countTabs(ctx.db, 'complaints', statesOf),
    currentRules(ctx.db),
  ]);
  const sums = await readComplaintSumsById(ctx.db, viewer, page.items.filter(isInMediation));
  const items = page.items.map((row) => ({
    ...presentRow(row, rules.complaints),
    onlyAdminBecause: whyOnlyAdmin(viewer, row, {
      supportLimitCents: rules.complaints.supportLimitCents,
      sums: sums.get(row.id) ?? null,
    }),
  }));
  return { ...page, items, counts };
}

const isInMediation = ({ state }: QueueRow) => state === 'in_mediation';

interface SupportLimits {
  supportLimitCents: number;
  /** The sums of the window for both sides and this viewer; null where nothing is decided yet. */
  sums: DecisionSums | null;
}

const isForbidden = (answer: ReturnType<typeof can>) => !answer.ok && answer.reason === 'forbidden';

/** Why only an administrator may decide the case now; null where this viewer may, or nothing is to be decided. */
function whyOnlyAdmin(
  viewer: Viewer,
  row: QueueRow,
  { supportLimitCents, sums }: SupportLimits,
): string | null {
  const parties = [row.buyerId, row.sellerId];
  const { totalCents, raised } = row;
  if (row.state === 'appealed')
    return isForbidden(can(viewer, 'decide_appeal', { parties, decidedBy: null }))
      ? 'Recursos são julgados por administradores.'
      : null;
  if (!isInMediation(row)) return null;
  if (isForbidden(can(viewer, 'decide_complaint', { parties, totalCents, supportLimitCents, raised })))
    return raised
      ? 'O prazo da equipe passou.'
      : `O valor passa de ${formatCents(supportLimitCents)}, o limite do suporte.`;
  return viewer.role !== 'admin' && sums ? whyAdmin(sums, totalCents, supportLimitCents) : null;
}

function presentRow(
  { mediatedAt, appealsEndAt, now, openedAt, ...row }: QueueRow,
  rules: ComplaintRules,
): Omit<StaffComplaintRow, 'onlyAdminBecause'> {
  const target = targetOf({ state: row.state, mediatedAt, appealsEndAt }, rules);
  return {
    ...row,
    code: orderCode(row.orderId),
    openedAt: openedAt.toISOString(),
    targetAt: target && target.toISOString(),
    late: target !== null && target < now,
  };
}

/** R07, R09: until when staff should decide. */
export function targetOf(
  given: { state: string; mediatedAt: Date | null; appealsEndAt: Date | null },
  rules: ComplaintRules,
): Date | null {
  const { state, mediatedAt, appealsEndAt } = given;
  if (state === 'in_mediation' && mediatedAt) return new Date(mediatedAt.getTime() + rules.decisionTargetMs);
  return state === 'appealed' && appealsEndAt
    ? new Date(appealsEndAt.getTime() + rules.appealDecisionMs)
    : null;
}
