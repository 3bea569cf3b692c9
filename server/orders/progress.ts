import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { openReturnStates } from '#domain/shipping/returns/returns.ts';

/**
 * The progress of an order, equal to `orderProgress` of the domain, as an SQL expression for lists. It costs one or two
 * index lookups for each row.
 * @param order the alias of `orders`
 */
export function orderProgressOf(order: 't' | 'o'): RawBuilder<unknown> {
  const id = sql.ref(`${order}.id`);
  const state = sql.ref(`${order}.state`);
  return sql`case
    when ${state} = 'in_complaint' then (select case c.state when 'appealed' then c.state
        when 'decided' then case when c.promise_by is null or c.fulfilled_at is not null then c.state end end
      from complaints c where c.order_id = ${id} and c.state <> 'closed')
    when ${state} = 'in_delivery' and exists (select from cancellation_requests q
      where q.order_id = ${id} and q.state = 'open') then 'cancellation'
    when exists (select from analyses a where a.order_id = ${id} and a.ended_at is null)
      and not exists (select from payments x where x.order_id = ${id} and x.state = 'contested') then 'analysis'
    when ${state} in ('delivered', 'completed') and exists (select from returns x
      where x.order_id = ${id} and x.state = any (${openReturnStates}::text[])) then 'return'
    when ${state} in ('delivered', 'completed') and exists (select from refunds r
      where r.order_id = ${id} and r.state = 'requested') then 'regret'
    when ${state} in ('refunded', 'cancelled') and exists (select from refunds r
      where r.order_id = ${id} and r.state not in ('held', 'used', 'completed', 'rejected')) then 'refund' end`;
}
