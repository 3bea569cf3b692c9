import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getListingStatistics } from '#contract/listings/views.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState, Plan } from '#domain/listings/listings.ts';
import { plansWithStatistics } from '#domain/listings/plans.ts';
import { conversionBps, statisticsDays, dayAfter, sumStatistics } from '#domain/listings/views.ts';
import type { ListingStatistics } from '#domain/listings/views.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

/** SQL: views of a listing in the last days, including today, for lists. Reads thirty rows by their key. */
export const recentViews = (listingId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(visits), 0)::int from listing_views where listing_id = ${listingId}
    and day > (market_now() at time zone 'America/Sao_Paulo')::date - ${sql.lit(statisticsDays)})`;

/** A listing with its numbers of a week and of the week before. */
export interface ListingWeek {
  id: number;
  slug: string;
  title: string;
  cover: string | null;
  state: ListingState;
  week: ListingStatistics;
  before: ListingStatistics;
}

interface SellerWeek {
  sellerId: number;
  /** Listings of these plans. */
  plans: readonly Plan[];
  /** The first of the seven days. */
  from: string;
}

/** SQL: midnight in São Paulo, `days` after `day`. */
const midnight = (day: string, days: number) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone 'America/Sao_Paulo')`;

/** The week's numbers of a seller's listings of these plans, most viewed first; without drafts. */
export async function weekOfSeller(
  db: Queryable,
  { sellerId, plans, from }: SellerWeek,
): Promise<ListingWeek[]> {
  const counted = (table: string, at: string, which: RawBuilder<unknown> = sql`true`) => sql`lateral (
    select count(*) filter (where ${sql.ref(at)} >= ${midnight(from, 0)})::int as now,
      count(*) filter (where ${sql.ref(at)} < ${midnight(from, 0)})::int as before
    from ${sql.table(table)} where listing_id = l.id and ${which}
      and ${sql.ref(at)} >= ${midnight(from, -7)} and ${sql.ref(at)} < ${midnight(from, 7)})`;
  const { rows } = await sql<ListingWeek>`
    select l.id, l.slug, l.title, l.cover_key as cover, l.state,
      json_build_object('visits', v.now, 'favorites', f.now, 'questions', q.now, 'sales', o.now) as week,
      json_build_object('visits', v.before, 'favorites', f.before, 'questions', q.before, 'sales', o.before) as before
    from listings l,
      lateral (
        select coalesce(sum(visits) filter (where day >= ${from}::date), 0)::int as now,
          coalesce(sum(visits) filter (where day < ${from}::date), 0)::int as before
        from listing_views where listing_id = l.id and day >= ${from}::date - 7 and day < ${from}::date + 7) v,
      ${counted('favorites', 'created_at')} f,
      ${counted('questions', 'created_at', sql`state not in ('hidden', 'withdrawn')`)} q,
      ${counted('orders', 'paid_at')} o
    where l.seller_id = ${sellerId} and l.plan = any(${plans}::text[]) and l.published_at is not null
      and l.state <> 'removed'
    order by v.now desc, l.id desc`.execute(db);
  return rows;
}

type Statistics = Reply<typeof getListingStatistics>;
type Day = Statistics['days'][number];

/** One row for each of the seven days. */
async function daysOf(db: Queryable, ids: readonly number[], from: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select d.day::text, coalesce(v.visits, 0)::int as visits, coalesce(o.sales, 0)::int as sales
    from (select ${from}::date + n as day from generate_series(0, 6) n) d
    left join (select day, sum(visits) as visits from listing_views
      where listing_id = any(${ids}::bigint[]) and day >= ${from}::date and day < ${from}::date + 7 group by 1) v using (day)
    left join (select (paid_at at time zone 'America/Sao_Paulo')::date as day, count(*) as sales from orders
      where listing_id = any(${ids}::bigint[]) and paid_at >= ${midnight(from, 0)} and paid_at < ${midnight(from, 7)}
      group by 1) o using (day)
    order by d.day`.execute(db);
  return rows;
}

const shownListings = 100;
const dayMs = 86_400_000;

/** The seller's statistics: a week, the week before, and the listings they consist of. */
export async function listingStatistics(
  ctx: Ctx,
  viewer: Viewer,
  requestedDay: string | undefined,
): Promise<Statistics> {
  const { rules } = await currentRules(ctx.db);
  const plans = plansWithStatistics(rules.plans);
  const bounds = await boundsOf(ctx, rules.privacy.visitsMs);
  const from = requestedDay ?? bounds.latest;
  if (from < bounds.oldest || from > bounds.latest)
    fail('invalid_request', { errors: { from: 'Escolha uma semana que já acabou e que ainda guardamos.' } });
  const listings = await weekOfSeller(ctx.db, { sellerId: viewer.id, plans, from });
  const earlier = dayAfter(from, -7);
  const later = dayAfter(from, 7);
  return {
    from,
    to: dayAfter(from, 6),
    earlier: earlier >= bounds.oldest ? earlier : null,
    later: later <= bounds.latest ? later : null,
    plans,
    total: present(sumStatistics(listings.map(({ week }) => week))),
    before: earlier >= bounds.oldest ? present(sumStatistics(listings.map(({ before }) => before))) : null,
    days: await daysOf(
      ctx.db,
      listings.map(({ id }) => id),
      from,
    ),
    items: listings.slice(0, shownListings).map(({ id, slug, title, cover, state, week }) => ({
      id,
      slug,
      title,
      cover,
      state,
      ...present(week),
    })),
  };
}

/** The week that ended yesterday, and the oldest week whose views are not deleted yet. */
async function boundsOf(ctx: Ctx, retentionMs: number): Promise<{ latest: string; oldest: string }> {
  const { rows } = await sql<{ today: string }>`
    select (market_now() at time zone 'America/Sao_Paulo')::date::text as today`.execute(ctx.db);
  const { today } = rows[0]!;
  return { latest: dayAfter(today, -7), oldest: dayAfter(today, -Math.floor(retentionMs / dayMs)) };
}

function present(numbers: ListingStatistics) {
  return { ...numbers, conversionBps: conversionBps(numbers) };
}
