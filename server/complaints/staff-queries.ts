import { sql } from 'kysely';
import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Db } from '#server/context.ts';
import { formatMoment } from '#server/formats.ts';
import { readDeliveryRecord } from '#server/orders/delivery/record.ts';
import { whyAdmin } from '#server/staff/money-decisions/sums.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { shownDue } from './queries.ts';
import { findCases } from './case-rows.ts';
import type { CaseRow } from './case-rows.ts';
import { countUnits } from './units.ts';
import { readComplaintSums } from './decision-sums.ts';
import { targetOf } from './staff-queue.ts';
import { promiseOfRow } from '#server/orders/promise.ts';

/** A complete case for staff, with its order, its money and this viewer's actions. */
export async function staffCase(ctx: Ctx, viewer: Viewer, id: number): Promise<StaffComplaint> {
  const found = (await findCases(ctx.db, sql`c.id = ${id}`, 'names'))[0] ?? fail('not_found');
  // A party to the order uses the party's page and does not see what staff see of the other side.
  const room = can(viewer, 'mediate_complaint', { parties: [found.buyerId, found.sellerId] });
  if (!room.ok) fail(room.reason);
  const { complaints: rules } = await rulesOf(ctx.db, found.ruleVersionId);
  const { calendar, complaints: present } = (await currentRules(ctx.db)).rules;
  const [sums, order, deciders, similar] = await Promise.all([
    readComplaintSums(ctx.db, viewer, found.orderId),
    findOrder(ctx.db, found.orderId),
    findDeciders(ctx.db, id),
    findSimilar(ctx.db, found),
  ]);
  const { listingId, money, ...shown } = order;
  const mediatedAt = found.mediatedAt ? new Date(found.mediatedAt) : null;
  const appealsEndAt = found.appealsEndAt ? new Date(found.appealsEndAt) : null;
  return {
    ...found,
    due: shownDue(found, rules),
    targetAt: targetOf({ state: found.state, mediatedAt, appealsEndAt }, rules)?.toISOString() ?? null,
    limitAt:
      found.state === 'in_mediation' && mediatedAt
        ? afterBusinessDays(mediatedAt, rules.decisionLimitDays, closedDays(calendar)).toISOString()
        : null,
    deciders: deciders.map(({ username }) => username),
    order: shown,
    money,
    similar,
    actions: staffActions(viewer, found, {
      firstDecider: deciders[0]?.id ?? null,
      supportLimitCents: present.supportLimitCents,
      sums,
    }),
    unitsLeft: await countUnits(ctx.db, listingId),
  };
}

interface OrderRow {
  id: number;
  hash: string;
  title: string;
  description: string;
  listing_id: number;
  delivery_type: DeliveryType;
  quantity: number;
  total_cents: number;
  paid_at: Date | null;
  promised_hours: number;
  promised_at: Date | null;
  delivered_at: Date | null;
  settlement: string | null;
  refunded_cents: number;
  fee: StaffComplaint['money']['feeRule'];
}

async function findOrder(
  db: Db,
  orderId: number,
): Promise<StaffComplaint['order'] & { listingId: number; money: StaffComplaint['money'] }> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.hash, v.title, v.description, o.listing_id, o.delivery_type, o.quantity, o.total_cents, o.paid_at,
      o.promised_hours, o.promised_at, o.delivered_at,
      t.state as settlement,
      jsonb_build_object('commissionBps', o.commission_bps, 'minCommissionCents', o.min_commission_cents,
        'maxCommissionCents', o.max_commission_cents, 'guaranteeBps', o.guarantee_bps, 'freightCents', o.freight_cents, 'labelCents', o.label_cents) as fee, o.refunded_cents
    from orders o join listing_versions v on v.id = o.listing_version_id
      left join settlements t on t.order_id = o.id
    where o.id = ${orderId}`.execute(db);
  const row = rows[0]!;
  return {
    id: row.id,
    hash: row.hash,
    code: orderCode(row.id),
    title: row.title,
    description: row.description,
    listingId: row.listing_id,
    deliveryType: row.delivery_type,
    quantity: row.quantity,
    paidAt: row.paid_at && row.paid_at.toISOString(),
    promisedAt: promiseOfRow(row)?.toISOString() ?? null,
    deliveredAt: row.delivered_at && row.delivered_at.toISOString(),
    delivery: await readDeliveryRecord(db, row.id),
    settlement: row.settlement,
    money: { totalCents: row.total_cents, refundedCents: row.refunded_cents, feeRule: row.fee },
  };
}

interface Decider {
  id: number | null;
  username: string | null;
}

/** The deciders in the order of the decisions; null fields when a deadline decided. */
async function findDeciders(db: Db, id: number): Promise<Decider[]> {
  const { rows } = await sql<Decider>`
    select u.id, u.username::text as username from complaint_decisions d left join users u on u.id = d.decided_by
    where d.complaint_id = ${id} order by d.at`.execute(db);
  return rows;
}

/** The newest closed cases with the same reason, as precedents. */
async function findSimilar(db: Db, { id, reason }: CaseRow): Promise<StaffComplaint['similar']> {
  const { rows } = await sql<{ id: number; result: never; title: string; closed_at: Date }>`
    select c.id, c.result, v.title, c.closed_at from complaints c join orders o on o.id = c.order_id
      join listing_versions v on v.id = o.listing_version_id
    where c.reason = ${reason} and c.state = 'closed' and c.id <> ${id} and exists (
      select from complaint_decisions d where d.complaint_id = c.id)
    order by c.closed_at desc limit 5`.execute(db);
  return rows.map(({ closed_at: closedAt, ...row }) => ({ ...row, closedAt: closedAt.toISOString() }));
}

const because = {
  own_decision: 'Você participa deste pedido ou tomou a decisão anterior. Outra pessoa precisa decidir.',
  forbidden: 'Este caso precisa da decisão de uma administradora ou de um administrador.',
} as const;

interface Measures {
  firstDecider: number | null;
  supportLimitCents: number;
  /** The sums of the window for both sides and this viewer. */
  sums: DecisionSums;
}

function staffActions(
  viewer: Viewer,
  found: CaseRow,
  { firstDecider, supportLimitCents, sums }: Measures,
): StaffComplaint['actions'] {
  const parties = [found.buyerId, found.sellerId];
  const mediate = can(viewer, 'mediate_complaint', { parties });
  const decide = can(viewer, 'decide_complaint', {
    parties,
    totalCents: found.totalCents,
    supportLimitCents,
    raised: found.raisedAt !== null,
  });
  const judge = can(viewer, 'decide_appeal', { parties, decidedBy: firstDecider });
  const words = (answer: typeof mediate) => (answer.ok ? null : because[answer.reason]);
  const action = (event: StaffComplaint['actions'][number]['event'], answer: typeof mediate) => ({
    event,
    allowed: answer.ok,
    because: words(answer),
  });
  const forAdmin =
    decide.ok && viewer.role !== 'admin' ? whyAdmin(sums, found.totalCents, supportLimitCents) : null;
  if (found.state === 'in_mediation')
    return [
      action('take', mediate),
      action('ask_evidence', mediate),
      forAdmin ? { event: 'decide', allowed: false, because: forAdmin } : action('decide', decide),
    ];
  if (found.state !== 'appealed') return [];
  const early = earlyWords(found);
  return [
    action('take', mediate),
    early && judge.ok
      ? { event: 'decide_appeal', allowed: false, because: early }
      : action('decide_appeal', judge),
  ];
}

/** The text why the appeals cannot be decided yet: the other losing side may still appeal (R08). */
function earlyWords({ appealsEndAt, deadlineNow }: CaseRow): string | null {
  if (!appealsEndAt || appealsEndAt <= deadlineNow) return null;
  return `O outro lado ainda pode recorrer até ${formatMoment(new Date(appealsEndAt))}. Depois disso você decide os dois recursos de uma vez.`;
}
