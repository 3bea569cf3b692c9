import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import * as contract from '#contract/payments/fund-payments.ts';
import type { StaffFundPayment } from '#contract/payments/fund-payments.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { Queryable } from '#server/context.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';

interface Row extends Omit<StaffFundPayment, 'order' | 'at'> {
  orderId: number;
  title: string;
  at: Date;
}

/** SQL for how many cases the fund pays within three days unless staff decide (N03). */
export const fundDueSoon = sql<number>`((select count(*) from complaints
    where due_event = 'pay_by_fund' and due_at <= market_now() + interval '3 days')
  + (select count(*) from refunds where state = 'requested'
    and fund_at <= market_now() + interval '3 days'))::int`;

async function listFundPayments(db: Queryable): Promise<Reply<typeof contract.listFundPayments>> {
  const { rows: sums } = await sql<Omit<Reply<typeof contract.listFundPayments>, 'items'>>`
    select count(*)::int as count, coalesce(sum(buyer_cents + seller_cents), 0)::bigint as "paidCents",
      (select coalesce(sum(credits - debits), 0)::bigint from money.accounts where kind = 'guarantee_fund')
        as "balanceCents", ${fundDueSoon} as "dueSoon"
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

export const fundRoutes: Route[] = [route(contract.listFundPayments, (ctx) => listFundPayments(ctx.db))];
