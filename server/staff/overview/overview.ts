import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getOverview } from '#contract/staff/overview.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { Ctx, Db } from '#server/context.ts';
import { version } from '#server/version.ts';

type Overview = Reply<typeof getOverview>;

interface Day {
  day: string;
  placed: number;
  paid: number;
  volume: number;
  revenue: number;
  released: number;
  seconds: number;
  methods: Record<string, number>;
  now: Date;
}

/** All viewers within these seconds share one result, which says when it was counted. */
const cacheOptions = { name: 'overview', maxEntries: 3, ttlMs: 5_000 };

/** Totals of the last `length` days, and of as many days before them for comparison. */
export function cachedOverview(ctx: Ctx, length: number): Promise<Overview> {
  return cached(ctx, cacheOptions, String(length), () => readOverview(ctx.db, length));
}

/** Reads `day_totals` only; a day without a row counts as zero. */
async function readOverview(db: Db, length: number): Promise<Overview> {
  const { rows } = await sql<Day>`
    with present as (select (market_now() at time zone 'America/Sao_Paulo')::date as today)
    select d::date::text as day, coalesce(t.orders_placed, 0) as placed, coalesce(t.orders_paid, 0) as paid,
      coalesce(t.volume_cents, 0) as volume, coalesce(t.revenue_cents, 0) as revenue,
      coalesce(t.released, 0) as released, coalesce(t.release_seconds, 0) as seconds,
      coalesce(t.by_method, '{}') as methods, market_now() as now
    from present, generate_series(today - ${2 * length - 1}::int, today, interval '1 day') d
      left join day_totals t on t.day = d::date
    order by d`.execute(db);
  const shown = rows.slice(length);
  return {
    days: shown.map(({ day, volume, revenue, placed, paid }) => ({
      day,
      volumeCents: volume,
      revenueCents: revenue,
      placed,
      paid,
    })),
    now: sumsOf(shown),
    before: sumsOf(rows.slice(0, length)),
    methods: methodsOf(shown),
    countedAt: rows[0]!.now.toISOString(),
    version,
  };
}

function sumsOf(days: readonly Day[]): Overview['now'] {
  const sum = (value: (day: Day) => number) => days.reduce((total, day) => total + value(day), 0);
  const released = sum((day) => day.released);
  return {
    volumeCents: sum((day) => day.volume),
    revenueCents: sum((day) => day.revenue),
    placed: sum((day) => day.placed),
    paid: sum((day) => day.paid),
    released,
    releaseMs: released === 0 ? null : Math.round((sum((day) => day.seconds) / released) * 1_000),
  };
}

function methodsOf(days: readonly Day[]): Overview['methods'] {
  const counts = new Map<string, number>();
  for (const { methods } of days)
    for (const [method, count] of Object.entries(methods))
      counts.set(method, (counts.get(method) ?? 0) + count);
  return [...counts].map(([method, count]) => ({ method, count })).toSorted((a, b) => b.count - a.count);
}
