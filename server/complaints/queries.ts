import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { Complaint, listOrderComplaints } from '#contract/complaints/complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { answerTimer, openingRefusal } from '#domain/complaints/complaints.ts';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { reasonsOf } from '#domain/listings/category-kinds.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { fail } from '#domain/errors.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { Ctx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { actionsFor, openingRefusalTexts } from './actions.ts';
import { findCases } from './case-rows.ts';
import type { CaseRow } from './case-rows.ts';
import { moveBy } from '#server/incidents/outage.ts';
import { promiseOfRow } from '#server/orders/promise.ts';

interface OrderRow {
  id: number;
  state: OrderState;
  buyer_id: number;
  seller_id: number;
  paid_at: Date | null;
  promised_hours: number;
  promised_at: Date | null;
  delivered_at: Date | null;
  warranty_days: number;
  category_kind: CategoryKind | null;
  rule_version_id: number;
  now: Date;
  /** How long the incident lasts that holds deadlines back now. */
  outage_now_ms: number;
}

/** The complaints about an order, for its two sides; the buyer also reads whether another may be opened. */
export async function orderComplaints(
  ctx: Ctx,
  viewer: Viewer,
  hash: string,
): Promise<Reply<typeof listOrderComplaints>> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.state, o.buyer_id, o.seller_id, o.paid_at, o.promised_hours, o.promised_at, o.delivered_at + outage_since(o.delivered_at) as delivered_at,
      extract(epoch from market_now() - deadline_now())::float8 * 1000 as outage_now_ms, o.warranty_days,
      o.category_kind, o.rule_version_id, market_now() as now
    from orders o where o.hash = ${hash} and ${viewer.id} in (o.buyer_id, o.seller_id)`.execute(ctx.db);
  const order = rows[0] ?? fail('not_found');
  const side: ComplaintSide = order.buyer_id === viewer.id ? 'buyer' : 'seller';
  const cases = await findCases(ctx.db, sql`c.order_id = ${order.id}`, 'team');
  const { complaints: rules } = await rulesOf(ctx.db, order.rule_version_id);
  return {
    items: cases.map((found) => ({
      ...found,
      due: shownDue(found, rules),
      decisions: found.decisions.map((decision) => ({
        ...decision,
        ...(side === 'buyer' ? { compensationCents: null } : { buyerDebtCents: null }),
      })),
      viewerIs: side,
      actions: actionsFor(found, side, rules),
    })),
    opening: side === 'buyer' ? openingOf(order, cases, rules.answerMs) : null,
  };
}

/** While the seller's answer is pending, the next timer may be a reminder; the deadline is the end of their time (R04). */
export function shownDue({ state, timersFrom, due }: CaseRow, rules: ComplaintRules): Complaint['due'] {
  if (state !== 'open') return due;
  const { at, event } = answerTimer(new Date(timersFrom), 2, rules);
  return { at: at.toISOString(), event };
}

function openingOf(order: OrderRow, cases: readonly CaseRow[], answerMs: number) {
  const usedReasons = cases.map(({ reason }) => reason);
  const promise = promiseOfRow(order);
  const refusal = openingRefusal({
    state: order.state,
    promisedAt: promise && moveBy(promise, order.outage_now_ms),
    deliveredAt: order.delivered_at,
    warrantyDays: order.warranty_days,
    now: order.now,
  });
  return {
    allowed: refusal === null,
    because: refusal && openingRefusalTexts[refusal],
    reasons: [...reasonsOf(order.category_kind)],
    usedReasons,
    answerMs,
  };
}
