import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { listFundPayments as endpoint, StaffFundPayment } from '#contract/payments/fund-payments.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Queryable } from '#server/context.ts';
import { guaranteeFundCents } from '#server/ledger/queries.ts';

interface Row extends Omit<StaffFundPayment, 'order' | 'at'> {
  orderId: number;
  title: string;
  at: Date;
}

/** SQL for how many cases the fund pays within three days unless staff decide (N03). */
export const fundDueSoon = sql<number>`((select count(*) from complaints
    where due_event = 'pay_by_fund' and due_at <= market_now() + interval '3 days')
  + (select count(*) from returns
    where due_event = 'pay_by_fund' and due_at <= market_now() + interval '3 days')
  + (select count(*) from refunds where state = 'requested'
    and fund_at <= market_now() + interval '3 days'))::int`;

/** The newest hundred payments of the fund, with their count and sum, its balance and what it pays soon (N03). */
export async function listFundPayments(db: Queryable): Promise<Reply<typeof endpoint>> {
  const { rows: sums } = await sql<Omit<Reply<typeof endpoint>, 'items'>>`
    select count(*)::int as count, coalesce(sum(buyer_cents + seller_cents), 0)::bigint as "paidCents",
      ${guaranteeFundCents} as "balanceCents", ${fundDueSoon} as "dueSoon"
    from fund_payments`.execute(db);
  const { rows } = await sql<Row>`
    select f.id, f.cause, f.order_id as "orderId", v.title, b.username::text as buyer, s.username::text as seller,
      f.buyer_cents as "buyerCents", f.seller_cents as "sellerCents", f.paid_at as at
    from fund_payments f join orders o on o.id = f.order_id join listing_versions v on v.id = o.listing_version_id
      join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
    order by f.paid_at desc, f.id desc limit 100`.execute(db);
  const items = rows.map(({ orderId, title, at, ...row }) => ({
    ...row,
    order: { id: orderId, code: orderCode(orderId), title },
    at: at.toISOString(),
  }));
  return { ...sums[0]!, items };
}
