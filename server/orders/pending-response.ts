import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrderPendingResponse } from '#contract/orders/parts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import type { CalendarRules } from '#domain/business-days.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { answerTimer } from '#domain/complaints/complaints.ts';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { complaintPendingResponse } from '#domain/orders/pending-response.ts';
import type { OpenCase } from '#domain/orders/pending-response.ts';
import { openReturnStates } from '#domain/shipping/returns/returns.ts';
import type { Rules } from '#domain/settings/rules.ts';

/** What `openComplaintOf` selects. */
export type OpenComplaintRow = Omit<OpenCase<string>, 'dueAt' | 'raiseAt' | 'mayAppeal'> & {
  openedAt: string;
  mediatedAt: string | null;
  raisedAt: string | null;
  dueAt: string | null;
  dueEvent: string | null;
  appealsEndAt: string | null;
  appealed: boolean;
};

/** What `pendingResponseColumns` selects. */
export interface PendingResponseRow {
  cancellation_until: Date | null;
  /** When the buyer used the right of regret, while the team decides. */
  regretted_at: Date | null;
  /** The open return (S11), and when its state ends; of a contested one, when it was contested and when the fund pays. */
  open_return: { state: OpenReturnState; at: string; fundAt: string | null } | null;
  open_case: OpenComplaintRow | null;
  /** Since when the payer's bank examines the payment (P26). */
  contested_at: Date | null;
  /** Until when the team analyses the payment (§4.6). */
  analysed_until: Date | null;
  /** Whether this side may still rate the other (§4.12). */
  rateable: boolean;
}

/**
 * For queries with `orders o`: the buyer's open request to cancel or regret, the open complaint as this side sees it, and
 * whether this side may still rate the other.
 */
export function pendingResponseColumns(side: RawBuilder<ComplaintSide>): RawBuilder<unknown> {
  return sql`case when o.state = 'in_delivery' then (select q.due_at from cancellation_requests q
      where q.order_id = o.id and q.state = 'open') end as cancellation_until,
    case when o.state in ('delivered', 'completed') then (select r.created_at from refunds r
      where r.order_id = o.id and r.state = 'requested') end as regretted_at,
    case when o.state in ('delivered', 'completed') then (select jsonb_build_object('state', x.state,
        'at', case when x.state = 'contested' then x.contested_at when x.due_event = 'remind' then x.post_by
          else x.due_at end, 'fundAt', case when x.state = 'contested' then x.due_at end)
      from returns x where x.order_id = o.id and x.state = any (${openReturnStates}::text[])) end as open_return,
    ${openComplaintOf(side)} as open_case,
    (select max(x.contested_at) from payments x where x.order_id = o.id and x.state = 'contested') as contested_at,
    (select a.until from analyses a where a.order_id = o.id and a.ended_at is null) as analysed_until,
    o.state <> 'in_complaint' and exists (select from rating_windows w where w.order_id = o.id
      and w.closed_at is null and w.closes_at > deadline_now()
      and not exists (select from ratings r where r.order_id = w.order_id and r.author_role = ${side})) as rateable`;
}

/** For queries with `orders o`: its open complaint as this side sees it; null when there is none. */
export function openComplaintOf(side: RawBuilder<ComplaintSide>): RawBuilder<unknown> {
  return sql`case when o.state = 'in_complaint' then (select jsonb_build_object('state', c.state,
      'openedAt', c.opened_at + outage_since(c.opened_at), 'mediatedAt', c.mediated_at, 'raisedAt', c.raised_at, 'dueAt', c.due_at, 'dueEvent', c.due_event,
      'appealsEndAt', c.appeals_end_at, 'promiseBy', c.promise_by, 'fulfilled', c.fulfilled_at is not null,
      'appealed', exists (select from complaint_appeals a where a.complaint_id = c.id and a.side = ${side}),
      'proposal', (select jsonb_build_object('mine', p.side = ${side}, 'until', p.due_at) from complaint_proposals p
        where p.complaint_id = c.id and p.state = 'open' order by p.side = ${side}, p.due_at limit 1),
      'askedUntil', (select min(x.due_at) from complaint_requests x where x.complaint_id = c.id
        and x.side = ${side} and x.answer is null and x.lapsed_at is null))
    from complaints c where c.order_id = o.id and c.state <> 'closed') end`;
}

/**
 * The response that the order is waiting for and until when; null when only the order's own timer runs.
 * @param orderRules the rules of the order
 * @param rules the current rules, which decide on a regret and count business days
 */
export function presentPendingResponse(
  row: PendingResponseRow,
  { complaints, heldMoney }: Rules,
  { refunds, calendar }: Rules,
): OrderPendingResponse | null {
  const { cancellation_until, regretted_at: regrettedAt, open_case } = row;
  const { contested_at: contestedAt, analysed_until: analysedUntil } = row;
  if (cancellation_until) return { for: 'cancellation', until: cancellation_until.toISOString() };
  if (!open_case && contestedAt)
    return { for: 'bank', until: new Date(contestedAt.getTime() + heldMoney.contestationMs).toISOString() };
  if (!open_case && analysedUntil) return { for: 'analysis', until: analysedUntil.toISOString() };
  if (!open_case && row.open_return) return pendingInReturn(row.open_return, refunds.regretDecisionMs);
  if (regrettedAt)
    return { for: 'regret', until: new Date(regrettedAt.getTime() + refunds.regretDecisionMs).toISOString() };
  return open_case && pendingInComplaint(open_case, complaints, calendar);
}

const returnResponses = {
  to_post: 'return_posting',
  posted: 'return_transit',
  checking: 'return_check',
  contested: 'return_contest',
} as const;
type OpenReturnState = keyof typeof returnResponses;

/** Staff decide a contested return as they decide a regret; without them the fund pays (N03). */
function pendingInReturn(
  { state, at, fundAt }: { state: OpenReturnState; at: string; fundAt: string | null },
  decisionMs: number,
): OrderPendingResponse {
  const until = Date.parse(at) + (state === 'contested' ? decisionMs : 0);
  return {
    for: returnResponses[state],
    until: new Date(until).toISOString(),
    ...(fundAt !== null && { afterwards: iso(fundAt) }),
  };
}

/** The response that an open complaint is waiting for, as seen by the side it was selected for. */
export function pendingInComplaint(
  found: OpenComplaintRow,
  complaints: ComplaintRules,
  calendar: CalendarRules,
): OrderPendingResponse {
  const { state, openedAt, raisedAt, dueAt, dueEvent, appealed } = found;
  const raiseAt = new Date(Date.parse(openedAt) + complaints.adminAfterMs);
  const {
    for: awaited,
    until,
    afterwards,
  } = complaintPendingResponse<Date | string>({
    ...found,
    dueAt: responseDeadline(found, { complaints, calendar }),
    raiseAt: state === 'in_mediation' && raisedAt === null ? raiseAt : null,
    mayAppeal: state === 'appealed' && dueEvent === 'close_appeals' ? (appealed ? 'other' : 'mine') : null,
  });
  const fundAt =
    dueEvent === 'pay_by_fund' && (awaited === 'admin' || awaited === 'judgement') ? dueAt : null;
  const next = afterwards ?? fundAt;
  return { for: awaited, until: iso(until), ...(next && { afterwards: iso(next) }) };
}

const iso = (at: Date | string) => new Date(at).toISOString();

/**
 * While the answer is pending, the next timer may be a reminder; the deadline is the end of the time (R04). The team
 * decides by R07's limit, an admin who took over within as many days again (our own rule), and appeals by R09's limit.
 */
function responseDeadline(
  { state, openedAt, mediatedAt, raisedAt, dueAt, dueEvent, appealsEndAt }: OpenComplaintRow,
  { complaints, calendar }: { complaints: ComplaintRules; calendar: CalendarRules },
): Date | string {
  if (state === 'open') return answerTimer(new Date(openedAt), 2, complaints).at;
  if (state === 'in_mediation')
    return afterBusinessDays(
      new Date(raisedAt ?? mediatedAt!),
      complaints.decisionLimitDays,
      closedDays(calendar),
    );
  return state !== 'appealed' || dueEvent === 'close_appeals'
    ? dueAt!
    : new Date(Date.parse(appealsEndAt!) + complaints.appealDecisionMs);
}
