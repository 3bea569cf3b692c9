import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getPaymentHealth } from '#contract/payments/staff-payments.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { unopenedCharges } from '#server/payments/availability.ts';

type Health = Reply<typeof getPaymentHealth>;

/** All viewers within these seconds share one result. */
const cacheOptions = { name: 'payment-health', maxEntries: 1, ttlMs: 5_000 };

export function cachedPaymentHealth(ctx: Ctx): Promise<Health> {
  return cached(ctx, cacheOptions, '', () => readHealth(ctx));
}

interface Counted extends Omit<Health, 'unstable' | 'countedAt'> {
  unstable: { method: PaymentMethod; since: string }[];
  countedAt: Date;
}

/**
 * Its cost does not grow with the history: it reads the newest 20,000 payments by their key, and the unfinished ones by
 * the index `payments_by_state`.
 */
async function readHealth(ctx: Ctx): Promise<Health> {
  const { rows } = await sql<Counted>`
    with present as (select market_now() as now),
    recent as (
      select state, created_at, confirmed_at
      from (select state, created_at, confirmed_at from payments order by id desc limit 20000) newest, present
      where created_at > now - interval '24 hours'),
    waiting as (${unopenedCharges(ctx)})
    select count(*)::int as opened,
      count(*) filter (where state not in ('created', 'pending', 'in_review'))::int as ended,
      count(*) filter (where confirmed_at is not null)::int as confirmed,
      round(avg(extract(epoch from confirmed_at - created_at)) * 1000)::int as "averageMs",
      (select count(*)::int from payments, present
        where state in ('created', 'pending') and created_at < now - interval '30 minutes') as "waitingLong",
      (select coalesce(jsonb_agg(jsonb_build_object('method', method, 'since', since) order by since), '[]')
        from (select method, min(created_at) as since from waiting group by method) m) as unstable,
      (select now from present) as "countedAt"
    from recent`.execute(ctx.db);
  const { unstable, countedAt, ...counts } = rows[0]!;
  return {
    ...counts,
    unstable: unstable.map(({ method, since }) => ({ method, since: new Date(since).toISOString() })),
    countedAt: countedAt.toISOString(),
  };
}
