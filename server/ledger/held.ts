import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { HeldAccount } from '#domain/ledger/held-money.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Queryable } from '#server/context.ts';

/** One case whose account holds money of a person, with the data that decides when it is released. */
export interface HeldRow {
  /** The order, refund or withdrawal whose account it is. */
  caseId: number;
  /** This person's part in cents: for escrow, without the commission. */
  amountCents: number;
  /** The case's own state. */
  state: OrderState | WithdrawalState | RefundState;
  /** The sort key: when the timer of the case is due, or since when it is pending or blocked. */
  at: Date;
  /** The stop other than a complaint. */
  stoppedBy: SaleStop | null;
  /** What the seller reads of a block by staff (N02); null without one. */
  blockWords: string | null;
  deliveredAt: Date | null;
  deliveryType: DeliveryType | null;
  ruleVersionId: number | null;
  /** The release delay of its category, with its name, or of its seller's level when it was placed; null: the general rule. */
  holdDays: number | null;
  category: string | null;
  orderId: number | null;
  hash: string | null;
  title: string | null;
}

export interface HeldPage {
  after?: { at: Date; caseId: number };
  limit: number;
}

/** The cases that hold a person's money in one kind of account, those released soonest first. */
export async function heldMoney(
  db: Queryable,
  userId: number,
  account: HeldAccount,
  { after, limit }: HeldPage,
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select * from (${cases[account](userId)}) held
    where (date_trunc('milliseconds', held.at), held."caseId")
      > (${after?.at ?? '-infinity'}::timestamptz, ${after?.caseId ?? 0}::bigint)
    order by date_trunc('milliseconds', held.at), held."caseId" limit ${limit}`.execute(db);
  return rows;
}

/** The sum in cents and the number of a person's cases in one kind of account. */
export async function heldSum(
  db: Queryable,
  userId: number,
  account: HeldAccount,
): Promise<{ cents: number; count: number }> {
  const { rows } = await sql<{ cents: number; count: number }>`
    select coalesce(sum(held."amountCents"), 0)::bigint as cents, count(*)::int as count
    from (${cases[account](userId)}) held`.execute(db);
  return rows[0]!;
}

/** For queries with an order `o` and its listing version `v`. */
const releaseDelayColumns = sql`coalesce(o.hold_days, o.level_hold_days) as "holdDays",
  case when o.hold_days is not null then (select name from categories where id = v.category_id) end as category`;

/** For queries with an order `o` and its settlement `s`: the stop when a blocked sale is not in complaint. */
const stoppedOnly = sql`case when s.state = 'blocked' and o.state <> 'in_complaint' then sale_stop_reason(o.id) end as "stoppedBy"`;

/** For queries with an order `o` and its open block `b`: since when it is blocked; for an analysis or a block by staff, until when. */
const stoppedAt = sql`coalesce((select a.until from analyses a where a.order_id = o.id and a.ended_at is null
  and o.state <> 'in_complaint' and sale_stop_reason(o.id) = 'analysis'),
  case when o.state <> 'in_complaint' and sale_stop_reason(o.id) = 'block' then k.ends_at end, b.created_at)`;

/** For queries with an order `o`: its lasting block by staff. */
const staffBlock = sql`left join staff_blocks k on k.order_id = o.id and k.ended_at is null`;
const blockWords = sql`coalesce(k.renewal_words, k.words) as "blockWords"`;

/** The same columns for cases without a category. */
const noReleaseDelay = sql`null as "blockWords", null::integer as "holdDays", null as category`;

/** For each kind of account a query of {@link HeldRow}, read from the accounts themselves. */
const cases: Record<HeldAccount, (userId: number) => RawBuilder<unknown>> = {
  escrow: (userId) => sql`
    select o.id as "caseId", s.net_cents as "amountCents", o.state,
      case s.state when 'blocked' then ${stoppedAt} else coalesce(o.due_at, o.created_at) end as at, ${stoppedOnly}, ${blockWords}, o.delivered_at as "deliveredAt", o.delivery_type as "deliveryType",
      o.rule_version_id as "ruleVersionId", ${releaseDelayColumns}, o.id as "orderId", o.hash, v.title
    from settlements s join orders o on o.id = s.order_id join listing_versions v on v.id = o.listing_version_id
      join money.accounts a on a.kind = 'escrow' and a.case_id = o.id and a.shard = 0
      left join sale_blocks b on b.order_id = o.id and b.lifted_at is null ${staffBlock}
    where s.seller_id = ${userId} and s.state in ('in_escrow', 'blocked') and a.credits > a.debits`,
  // After completion: money waiting for release stayed in its account, released money was taken back.
  blocked: (userId) => sql`
    select o.id as "caseId", a.credits - a.debits as "amountCents", o.state,
      ${stoppedAt} as at, ${stoppedOnly}, ${blockWords}, o.delivered_at as "deliveredAt", o.delivery_type as "deliveryType",
      o.rule_version_id as "ruleVersionId", ${releaseDelayColumns}, o.id as "orderId", o.hash, v.title
    from settlements s join orders o on o.id = s.order_id join listing_versions v on v.id = o.listing_version_id
      join sale_blocks b on b.order_id = o.id and b.lifted_at is null ${staffBlock}
      join money.accounts a on a.kind in ('pending_release', 'blocked') and a.case_id = o.id and a.shard = 0
    where s.seller_id = ${userId} and s.state = 'blocked' and a.credits > a.debits`,
  pending_release: (userId) => sql`
    select o.id as "caseId", a.credits - a.debits as "amountCents", o.state,
      s.release_at as at, null as "stoppedBy", null as "blockWords", o.delivered_at as "deliveredAt", o.delivery_type as "deliveryType",
      o.rule_version_id as "ruleVersionId", ${releaseDelayColumns}, o.id as "orderId", o.hash, v.title
    from settlements s join orders o on o.id = s.order_id join listing_versions v on v.id = o.listing_version_id
      join money.accounts a on a.kind = 'pending_release' and a.case_id = o.id and a.shard = 0
    where s.seller_id = ${userId} and s.state = 'pending_release'`,
  withdrawal_in_transit: (userId) => sql`
    select w.id as "caseId", a.credits - a.debits as "amountCents", w.state,
      w.created_at as at, null as "stoppedBy", null::timestamptz as "deliveredAt", null as "deliveryType", null::bigint as "ruleVersionId",
      ${noReleaseDelay}, null::bigint as "orderId", null as hash, null as title
    from withdrawals w join money.accounts a
      on a.kind = 'withdrawal_in_transit' and a.case_id = w.id and a.shard = 0
    where w.user_id = ${userId} and w.state in ('requested', 'in_review', 'approved', 'processing', 'failed')`,
  refund_due: (userId) => sql`
    select r.id as "caseId", a.credits - a.debits as "amountCents", r.state,
      case when r.state = 'held' then coalesce(o.due_at, r.created_at) else coalesce(w.until, r.created_at) end as at,
      case when w.contested then 'bank' when w.until is not null then 'analysis' end as "stoppedBy", null::timestamptz as "deliveredAt", o.delivery_type as "deliveryType",
      null::bigint as "ruleVersionId", ${noReleaseDelay}, o.id as "orderId", o.hash, v.title
    from orders o join refunds r on r.order_id = o.id join listing_versions v on v.id = o.listing_version_id
      join money.accounts a on a.kind = 'refund_due' and a.case_id = r.id and a.shard = 0
      cross join lateral (select c.contested, case when not c.contested then (select x.until from analyses x
          where x.order_id = o.id and x.ended_at is null) end as until
        from (select exists (select from payments p where p.id = r.payment_id and p.state = 'contested') as contested) c) w
    where o.buyer_id = ${userId} and r.state in ('held', 'in_review', 'approved', 'processing', 'failed', 'manual')`,
};
