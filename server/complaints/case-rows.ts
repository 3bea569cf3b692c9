import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Complaint } from '#contract/complaints/complaints.ts';
import { mayEndWithReturn } from '#domain/complaints/outcomes.ts';
import type { DeliveryType, OrderState, StateBefore } from '#domain/orders/orders.ts';
import { brandName } from '#server/settings/current/brand.ts';
import type { Queryable } from '#server/context.ts';
import { waivedSides } from './cases.ts';

/** A case as read from its rows, the same for both sides and for staff. */
export interface CaseRow extends Omit<Complaint, 'viewerIs' | 'actions' | 'now' | 'deliveryType'> {
  orderId: number;
  buyerId: number;
  sellerId: number;
  takenBy: string | null;
  raisedAt: string | null;
  deliveryType: DeliveryType;
  ruleVersionId: number;
  now: string;
  /** The time by which deadlines end, and the one from which the complaint's timers count: incidents move them (N14). */
  deadlineNow: string;
  timersFrom: string;
}

/**
 * Complete cases, newest first. PostgreSQL builds the JSON, so that a complete case takes one round trip.
 * @param who how staff members are named in the log of views
 */
export async function findCases(
  db: Queryable,
  where: RawBuilder<unknown>,
  who: 'team' | 'names',
): Promise<CaseRow[]> {
  const staffName = who === 'names' ? sql`'@' || u.username` : sql`'Equipe ' || ${brandName}::text`;
  const { rows } = await sql<Omit<CaseRow, 'mayReturn'> & OrderStates>`
    select c.id, c.reason, c.wish, c.words, c.state, ${iso('c.opened_at')} as "openedAt",
      ${iso('c.mediated_at')} as "mediatedAt", ${iso('c.decided_at')} as "decidedAt", ${iso('c.closed_at')} as "closedAt",
      b.username::text as buyer, s.username::text as seller, o.total_cents as "totalCents", o.id as "orderId",
      o.total_cents - o.refunded_cents + c.paid_cents as "atStakeCents", c.paid_cents as "paidCents",
      o.buyer_id as "buyerId", o.seller_id as "sellerId", o.delivery_type as "deliveryType",
      o.state as "orderState", o.state_before as "stateBefore",
      o.rule_version_id as "ruleVersionId", t.username::text as "takenBy", ${iso('c.raised_at')} as "raisedAt",
      case when c.due_at is not null then jsonb_build_object('at', ${iso('c.due_at')}, 'event', c.due_event) end as due,
      case when c.promise_kind is not null then jsonb_build_object('kind', c.promise_kind, 'by', ${iso('c.promise_by')},
        'fulfilledAt', ${iso('c.fulfilled_at')}) end as promise,
      c.result, c.refund_cents as "refundCents", c.ending, ${iso('market_now()')} as now,
      ${iso('deadline_now()')} as "deadlineNow", ${iso('(c.opened_at + outage_since(c.opened_at))')} as "timersFrom",
      ${iso('c.appeals_end_at')} as "appealsEndAt", ${waivedSides} as waived,
      ${list(
        'complaint_appeals',
        sql`jsonb_build_object('side', x.side, 'ground', x.ground, 'words', x.words, 'at', ${iso('x.at')})`,
        'x.at, x.side',
      )} as appeals,
      ${list(
        'complaint_decisions',
        sql`jsonb_build_object('instance', x.instance, 'result', x.result,
        'refundCents', x.refund_cents, 'percent', x.percent, 'grounds', x.grounds, 'rule', x.rule,
        'byDeadline', x.decided_by is null,
        'compensationCents', x.compensation_cents, 'buyerDebtCents', x.buyer_debt_cents, 'at', ${iso('x.at')})`,
        'x.at',
      )} as decisions,
      ${list(
        'complaint_proposals',
        sql`jsonb_build_object('id', x.id, 'side', x.side, 'kind', x.kind,
        'refundCents', x.refund_cents, 'percent', x.percent, 'promiseBy', ${iso('x.promise_by')}, 'words', x.words,
        'state', x.state, 'dueAt', ${iso('x.due_at')}, 'createdAt', ${iso('x.created_at')})`,
        'x.id',
      )} as proposals,
      ${list(
        'complaint_requests',
        sql`jsonb_build_object('id', x.id, 'side', x.side, 'words', x.words,
        'askedAt', ${iso('x.asked_at')}, 'answerBy', ${iso('x.due_at')}, 'answer', x.answer,
        'answeredAt', ${iso('x.answered_at')}, 'lapsedAt', ${iso('x.lapsed_at')})`,
        'x.id',
      )} as requests,
      ${list(
        'complaint_files',
        sql`jsonb_build_object('id', x.id, 'side', x.side, 'name', x.name, 'kind', x.kind,
        'bytes', x.bytes, 'contentHash', encode(x.content_hash, 'hex'), 'createdAt', ${iso('x.created_at')},
        'views', (select coalesce(jsonb_agg(jsonb_build_object('at', ${iso('w.at')}, 'who',
            case w.viewer_is when 'staff' then ${staffName} else '@' || u.username end) order by w.id desc), '[]')
          from complaint_file_views w join users u on u.id = w.viewer_id where w.file_id = x.id))`,
        'x.id',
      )} as files,
      ${list(
        'complaint_events',
        sql`jsonb_build_object('event', x.event, 'actor', x.actor, 'words', x.words,
        'facts', x.facts, 'at', ${iso('x.at')})`,
        'x.seq',
      )} as timeline
    from complaints c join orders o on o.id = c.order_id join users b on b.id = o.buyer_id
      join users s on s.id = o.seller_id left join users t on t.id = c.taken_by
    where ${where} order by c.id desc`.execute(db);
  return rows.map(({ orderState, stateBefore, ...row }) => ({
    ...row,
    mayReturn: mayEndWithReturn({ deliveryType: row.deliveryType, state: orderState, stateBefore }),
  }));
}

interface OrderStates {
  orderState: OrderState;
  stateBefore: StateBefore | null;
}

/** Formats a timestamp in ISO 8601, UTC, with milliseconds, as the contract requires. */
function iso(instant: string): RawBuilder<string | null> {
  return sql`to_char(${sql.raw(instant)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function list(table: string, row: RawBuilder<unknown>, order: string): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(${row} order by ${sql.raw(order)}), '[]')
    from ${sql.table(table)} x where x.complaint_id = c.id)`;
}
