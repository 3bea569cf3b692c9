import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getShippingHealth } from '#contract/shipping/staff-shipments.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';

type Health = Reply<typeof getShippingHealth>;

/** All viewers within these seconds share one result. */
const cacheOptions = { name: 'shipping health', maxEntries: 1, ttlMs: 5_000 };

export function cachedShippingHealth(ctx: Ctx): Promise<Health> {
  return cached(ctx, cacheOptions, '', () => readHealth(ctx));
}

interface Counted extends Omit<Health, 'provider' | 'answeredAt' | 'countedAt'> {
  answeredAt: Date | null;
  countedAt: Date;
}

/** S15: each figure is read by an index of its own, over the last days only. */
async function readHealth(ctx: Ctx): Promise<Health> {
  const { rows } = await sql<Counted>`
    with present as (select market_now() as now),
    quotes as (select q.fallback, q.created_at > now - interval '1 day' as today from freight_quotes q, present
      where q.created_at > now - interval '7 days'),
    failing as (select failed_checks from shipments
      where failed_checks > 0 and next_check_at is not null and state <> 'cancelled'),
    notices as (select coalesce(sum(accepted), 0)::int as accepted, coalesce(sum(refused), 0)::int as refused,
        max(newest_at) as "newestAt" from carrier_notices, present
      where day > (now at time zone 'America/Sao_Paulo')::date - 7),
    arrived as (select s.carrier || ' ' || s.service_name as service, count(*)::int as delivered,
        count(*) filter (where s.delivered_at > o.promised_at)::int as late
      from shipments s join orders o on o.id = s.order_id, present
      where s.delivered_at > now - interval '30 days' and s.label_id is not null group by 1)
    select
      greatest((select max(created_at) from freight_quotes where not fallback),
        (select max(received_at) from shipment_events where reported_by = 'carrier')) as "answeredAt",
      (select jsonb_build_object('quotes', count(*) filter (where today),
        'fallbacks', count(*) filter (where today and fallback)) from quotes) as day,
      (select jsonb_build_object('quotes', count(*), 'fallbacks', count(*) filter (where fallback)) from quotes) as week,
      (select count(*)::int from failing) as "failingParcels",
      (select coalesce(max(failed_checks), 0)::int from failing) as "mostFailures",
      (select count(*)::int from orders o join shipments s on s.order_id = o.id
        where o.state = 'paid' and s.source <> 'table' and s.label_id is null) as "labelsToBuy",
      (select count(*)::int from shipments where state = 'cancelled' and label_id is not null
        and label_cancelled_at is null) as "labelsToCancel",
      (select to_jsonb(n) from notices n) as notices,
      (select coalesce(jsonb_agg(to_jsonb(a) order by a.delivered desc, a.service), '[]') from arrived a) as services,
      (select now from present) as "countedAt"`.execute(ctx.db);
  const { answeredAt, countedAt, notices, ...counts } = rows[0]!;
  return {
    ...counts,
    provider: ctx.shipping?.name ?? null,
    answeredAt: ctx.shipping && answeredAt ? answeredAt.toISOString() : null,
    notices: { ...notices, newestAt: notices.newestAt && new Date(notices.newestAt).toISOString() },
    countedAt: countedAt.toISOString(),
  };
}
