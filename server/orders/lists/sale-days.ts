import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import { saleDaysShown } from '#contract/orders/sale-days.ts';
import type { listSaleDays } from '#contract/orders/sale-days.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { unsoldOrderStates } from '#domain/orders/endings.ts';
import type { Ctx } from '#server/context.ts';

const zone = 'America/Sao_Paulo';

interface Row {
  day: string;
  /** Whether it is one of the thirty days shown, not of the thirty before. */
  shown: boolean;
  count: number;
  net_cents: number;
}

/**
 * Sales by day. Reads one range of orders_sold_paid, so older sales cost nothing. A sale counts on the day of its payment
 * unless it was cancelled or refunded.
 */
export async function saleDays({ db }: Ctx, viewer: Viewer): Promise<Reply<typeof listSaleDays>> {
  const { rows } = await sql<Row>`
    with present as (select (market_now() at time zone ${zone})::date as today),
      sold as (
        select (o.paid_at at time zone ${zone})::date as day, count(*)::int as count,
          sum(coalesce(t.net_cents, o.total_cents - o.commission_cents))::bigint as net_cents
        from orders o left join settlements t on t.order_id = o.id
        where o.seller_id = ${viewer.id} and o.state <> all (${unsoldOrderStates}::text[]) and o.paid_at >= (
          select (today - ${2 * saleDaysShown - 1}::int)::timestamp at time zone ${zone} from present)
        group by 1)
    select d::date::text as day, d > today - ${saleDaysShown}::int as shown, coalesce(sold.count, 0) as count,
      coalesce(sold.net_cents, 0) as net_cents
    from present, generate_series(today - ${2 * saleDaysShown - 1}::int, today, interval '1 day') d
      left join sold on sold.day = d::date
    order by d`.execute(db);
  const before = rows.filter(({ shown }) => !shown);
  return {
    days: rows
      .filter(({ shown }) => shown)
      .map(({ day, count, net_cents }) => ({ day, count, netCents: net_cents })),
    before: {
      count: before.reduce((sum, { count }) => sum + count, 0),
      netCents: before.reduce((sum, { net_cents }) => sum + net_cents, 0),
    },
  };
}
