import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';

const zone = 'America/Sao_Paulo';
/** Days that one run counts: a market of three years catches up in a minute. */
const batch = 50;

/**
 * Stores the totals of each day in `day_totals`, so that the overview does not read orders. A past day is counted once,
 * the current day on every run. A day's totals are the orders placed, paid and released in it in São Paulo's time zone,
 * which do not change afterwards.
 */
export async function countDays(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    // One process at a time; the others skip the run.
    const { rows: lock } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('day_totals')) as locked`.execute(tx);
    if (!lock[0]!.locked) return 0;
    const days = await daysToCount(tx);
    for (const day of days) await countDay(tx, day);
    return days.length === batch ? batch : 0;
  });
}

/** From the last day that is not final, or from the first order ever, to today. */
async function daysToCount(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with present as (select (market_now() at time zone ${zone})::date as today),
      since as (select coalesce(
        (select min(day) from day_totals where not final),
        (select max(day) + 1 from day_totals),
        -- Reads all orders only when no day has been counted yet.
        (select min(created_at at time zone ${zone})::date from orders)) as first)
    select d::date::text as day from present, since, generate_series(first, today, interval '1 day') d
    order by d limit ${batch}`.execute(tx);
  return rows.map(({ day }) => day);
}

async function countDay(tx: Tx, day: string): Promise<void> {
  const from = sql`${day}::date::timestamp at time zone ${zone}`;
  const to = sql`(${day}::date + 1)::timestamp at time zone ${zone}`;
  await sql`
    insert into day_totals (day, orders_placed, orders_paid, volume_cents, revenue_cents, released, release_seconds,
      by_method, final)
    select ${day}::date, placed.count, paid.count, paid.volume, paid.revenue, releases.count, releases.seconds,
      coalesce(methods.counts, '{}'), ${to} <= market_now()
    from (select count(*)::int from orders where created_at >= ${from} and created_at < ${to}) placed,
      (select count(*)::int, coalesce(sum(total_cents), 0)::bigint as volume,
        coalesce(sum(commission_cents), 0)::bigint as revenue
        from orders where paid_at >= ${from} and paid_at < ${to}) paid,
      (select count(*)::int, coalesce(sum(extract(epoch from s.released_at - o.paid_at)), 0)::bigint as seconds
        from settlements s join orders o on o.id = s.order_id
        where s.released_at >= ${from} and s.released_at < ${to}) releases,
      (select jsonb_object_agg(method, count) as counts from (
        select p.method, count(*)::int as count from orders o join payments p on p.order_id = o.id
        where o.paid_at >= ${from} and o.paid_at < ${to} and p.confirmed_at is not null group by p.method) m) methods
    on conflict (day) do update set orders_placed = excluded.orders_placed, orders_paid = excluded.orders_paid,
      volume_cents = excluded.volume_cents, revenue_cents = excluded.revenue_cents, released = excluded.released,
      release_seconds = excluded.release_seconds, by_method = excluded.by_method, final = excluded.final`.execute(
    tx,
  );
}
