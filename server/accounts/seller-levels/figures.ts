import { sql } from 'kysely';
import { countSales } from '#domain/accounts/seller-levels/figures.ts';
import type { SaleGroup } from '#domain/accounts/seller-levels/figures.ts';
import type { SellerFacts } from '#domain/accounts/seller-levels/monthly-check.ts';
import type { SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import type { Queryable } from '#server/context.ts';

/**
 * For queries with `orders o` of a seller: what a paid sale says of its seller (§4.13). What a buyer took back before the
 * delivery says nothing. Parcels and pickups are not late here: the time of a carrier is not the seller's, and a parcel
 * that is not posted in time is cancelled and counts as that (S07).
 */
export const saleFacts = sql`cross join lateral (
  select coalesce((select t.cause from sale_contests t where t.order_id = o.id),
      case when is_related_sale(o.id) then 'related' end) as excluded,
    exists (select from complaints c where c.order_id = o.id and not (c.state = 'closed'
      and (c.ending in ('withdrawn', 'fund') or c.result is not distinct from 'release'))) as claimed,
    o.state = 'cancelled' and exists (select from order_events e where e.order_id = o.id
      and e.event in ('cancel_sale', 'cancel_idle', 'cancel_late')) as cancelled,
    o.delivered_at is not null as delivered,
    o.delivered_at is not null and o.delivery_type in ('manual', 'automatic')
      and o.delivered_at > o.paid_at + o.promised_hours * interval '1 hour' + interval '1 minute' as late) sale`;

/** The condition for {@link saleFacts}: the sale was delivered, claimed or cancelled by its seller's fault. */
export const saysSomething = sql`(sale.delivered or sale.claimed or sale.cancelled)`;

const daysAgo = (days: number) => sql`market_now() - ${days}::int * interval '1 day'`;

interface Row {
  id: number;
  sales: number;
  identified: boolean;
  interviewed: boolean;
  groups: SaleGroup[];
}

/** What decides the levels of these sellers, from one statement (§4.13). */
export async function factsOfSellers(
  db: Queryable,
  ids: readonly number[],
  rules: SellerLevelRules,
): Promise<Map<number, SellerFacts>> {
  const { rows } = await sql<Row>`
    with counted as (
      select o.seller_id, o.paid_at > ${daysAgo(rules.windowDays)} as recent, sale.*, count(*)::int as count
      from orders o ${saleFacts}
      where o.seller_id = any(${ids}::bigint[]) and o.paid_at > ${daysAgo(rules.longWindowDays)} and ${saysSomething}
      group by o.seller_id, recent, sale.excluded, sale.claimed, sale.cancelled, sale.delivered, sale.late),
    grouped as (
      select seller_id, jsonb_agg(to_jsonb(counted) - 'seller_id') as groups from counted group by seller_id),
    sold as (
      select o.seller_id, count(*)::int as sales from orders o
      where o.seller_id = any(${ids}::bigint[]) and o.state = 'completed' and not is_excluded_sale(o.id)
      group by o.seller_id)
    select u.id, coalesce(sold.sales, 0) as sales, u.identity_verified_at is not null as identified,
      l.interviewed_at is not null as interviewed, coalesce(grouped.groups, '[]') as groups
    from users u left join seller_levels l on l.user_id = u.id left join grouped on grouped.seller_id = u.id
      left join sold on sold.seller_id = u.id
    where u.id = any(${ids}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, groups, ...facts }) => [id, { ...facts, figures: countSales(groups, rules) }]),
  );
}
