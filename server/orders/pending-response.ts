import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrderWait } from '#contract/orders/parts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import type { CalendarRules } from '#domain/business-days.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { answerTimer } from '#domain/complaints/complaints.ts';
import type { ComplaintSide } from '#domain/complaints/complaints.ts';
import { caseWait } from '#domain/orders/pending-response.ts';
import type { OpenCase } from '#domain/orders/pending-response.ts';
import type { Rules } from '#domain/settings/rules.ts';

/** What `openCaseOf` selects. */
export type OpenCaseRow = Omit<OpenCase<string>, 'dueAt' | 'raiseAt' | 'mayAppeal'> & {
  openedAt: string;
  mediatedAt: string | null;
  raisedAt: string | null;
  dueAt: string | null;
  appealsEndAt: string | null;
  appealed: boolean;
};

/** What `waitsOfOrder` selects. */
export interface WaitRow {
  cancellation_until: Date | null;
  /** When the buyer regretted, while the team decides. */
  regretted_at: Date | null;
  open_case: OpenCaseRow | null;
  /** Since when the payer's bank looks at the payment (P26). */
  contested_at: Date | null;
  /** Until when the team looks at the payment (§4.6). */
  analysed_until: Date | null;
  /** Whether this side may still rate the other (§4.12). */
  rateable: boolean;
}

/**
 * For queries with `orders o`: the buyer's open wish to cancel or regret, the open complaint as this side has it, and whether this
 * side's word about the deal is still to come.
 */
export function waitsOfOrder(side: RawBuilder<ComplaintSide>): RawBuilder<unknown> {
  return sql`case when o.state = 'in_delivery' then (select q.due_at from cancellation_requests q
      where q.order_id = o.id and q.state = 'open') end as cancellation_until,
    case when o.state in ('delivered', 'completed') then (select r.created_at from refunds r
      where r.order_id = o.id and r.reason = 'regret' and r.state = 'requested') end as regretted_at,
    ${openCaseOf(side)} as open_case,
    (select max(x.contested_at) from payments x where x.order_id = o.id and x.state = 'contested') as contested_at,
    (select a.until from analyses a where a.order_id = o.id and a.ended_at is null) as analysed_until,
    o.state <> 'in_complaint' and exists (select from rating_windows w where w.order_id = o.id
      and w.closed_at is null and w.closes_at > market_now()
      and not exists (select from ratings r where r.order_id = w.order_id and r.author_role = ${side})) as rateable`;
}

/** Of an order `o`: its open complaint as this side has it; null when there is none. */
export function openCaseOf(side: RawBuilder<ComplaintSide>): RawBuilder<unknown> {
  return sql`case when o.state = 'in_complaint' then (select jsonb_build_object('state', c.state,
      'openedAt', c.opened_at, 'mediatedAt', c.mediated_at, 'raisedAt', c.raised_at, 'dueAt', c.due_at,
      'appealsEndAt', c.appeals_end_at, 'promiseBy', c.promise_by, 'fulfilled', c.fulfilled_at is not null,
      'appealed', exists (select from complaint_appeals a where a.complaint_id = c.id and a.side = ${side}),
      'proposal', (select jsonb_build_object('mine', p.side = ${side}, 'until', p.due_at) from complaint_proposals p
        where p.complaint_id = c.id and p.state = 'open' order by p.side = ${side}, p.due_at limit 1),
      'askedUntil', (select min(x.due_at) from complaint_requests x where x.complaint_id = c.id
        and x.side = ${side} and x.answer is null and x.lapsed_at is null))
    from complaints c where c.order_id = o.id and c.state <> 'closed') end`;
}

/**
 * What the order waits for and until when; null when only its own clock runs.
 * @param born the rules of the order
 * @param rules those in force: a regret is decided by them, and business days are counted
 */
export function presentWait(
  row: WaitRow,
  { complaints, heldMoney }: Rules,
  { refunds, calendar }: Rules,
): OrderWait | null {
  const { cancellation_until, regretted_at: regrettedAt, open_case } = row;
  const { contested_at: contestedAt, analysed_until: analysedUntil } = row;
  if (cancellation_until) return { for: 'cancellation', until: cancellation_until.toISOString() };
  if (!open_case && contestedAt)
    return { for: 'bank', until: new Date(contestedAt.getTime() + heldMoney.contestationMs).toISOString() };
  if (!open_case && analysedUntil) return { for: 'analysis', until: analysedUntil.toISOString() };
  if (regrettedAt)
    return { for: 'regret', until: new Date(regrettedAt.getTime() + refunds.regretDecisionMs).toISOString() };
  return open_case && waitOfCase(open_case, complaints, calendar);
}

/** What an open complaint waits for, in the eyes of the side it was selected for. */
export function waitOfCase(
  found: OpenCaseRow,
  complaints: ComplaintRules,
  calendar: CalendarRules,
): OrderWait {
  const { state, openedAt, raisedAt, dueAt, appealed } = found;
  const raiseAt = new Date(Date.parse(openedAt) + complaints.adminAfterMs);
  const {
    for: awaited,
    until,
    afterwards,
  } = caseWait<Date | string>({
    ...found,
    dueAt: endOf(found, { complaints, calendar }),
    raiseAt: state === 'in_mediation' && raisedAt === null ? raiseAt : null,
    mayAppeal: state === 'appealed' && dueAt !== null ? (appealed ? 'other' : 'mine') : null,
  });
  return { for: awaited, until: iso(until), ...(afterwards && { afterwards: iso(afterwards) }) };
}

const iso = (at: Date | string) => new Date(at).toISOString();

/**
 * While the answer is awaited the next bell may be a reminder; what counts is the end of the time (R04). The team should
 * have decided by R07's limit, an admin who took over as many days later (ours), and appeals by R09's.
 */
function endOf(
  { state, openedAt, mediatedAt, raisedAt, dueAt, appealsEndAt }: OpenCaseRow,
  { complaints, calendar }: { complaints: ComplaintRules; calendar: CalendarRules },
): Date | string {
  if (state === 'open') return answerTimer(new Date(openedAt), 2, complaints).at;
  if (state === 'in_mediation')
    return afterBusinessDays(
      new Date(raisedAt ?? mediatedAt!),
      complaints.decisionLimitDays,
      closedDays(calendar),
    );
  return dueAt ?? new Date(Date.parse(appealsEndAt!) + complaints.appealDecisionMs);
}
