import { sql } from 'kysely';
import type { getProfile } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { usernamePattern } from '#domain/accounts/accounts.ts';
import type { AccountState } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ReputationRules } from '#domain/accounts/reputation.ts';
import type { Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { businessOf, presentBusiness } from './documents/business.ts';

type Profile = Reply<typeof getProfile>;

/**
 * The public profile of a person, or `profile_unavailable` while suspended or banned. A former username answers with the
 * current one while it is reserved (§4.17), unless the account was closed.
 */
export async function publicProfile(db: Db, name: string): Promise<Profile> {
  return profileOf(db, await idOf(db, name.toLowerCase()));
}

/** What the public profile of this person says; the person sees it even while it is hidden from others. */
export async function profileOf(db: Db, id: number): Promise<Profile> {
  const { rows } = await sql<Row>`
    select u.id, u.username::text, u.image, u.bio, u.city, u.created_at,
      u.email_verified_at is not null as "emailVerified", u.phone_verified_at is not null as "phoneVerified",
      u.document_proven_at is not null as "documentProven",
      exists (select from document_checks c where c.user_id = u.id and c.state = 'approved') as "documentsApproved",
      ${businessOf} as business,
      (select count(*) from orders o where o.seller_id = u.id and o.state = 'completed'
        and not is_excluded_sale(o.id))::int as "salesCount",
      coalesce((select s.level from seller_levels s where s.user_id = u.id), 'new') as "sellerLevel",
      (select s.colour from seller_levels s where s.user_id = u.id) as "sellerColour",
      (select count(*) from listings l where l.seller_id = u.id and l.state = 'published'
        and away_until(u.id) is null)::int as "listingsCount",
      away_until(u.id)::text as "awayUntil",
      (select count(*) from follows f where f.seller_id = u.id)::int as "followersCount"
    from users u where u.id = ${id}`.execute(db);
  const { created_at, business, ...person } = rows[0]!;
  const { reputation: rules } = (await currentRules(db)).rules;
  return {
    ...person,
    business: presentBusiness(business),
    memberSince: created_at.toISOString(),
    answerMs: await answerTimeOf(db, id, rules),
    reputation: await reputationOf(db, id, rules),
  };
}

interface Row extends Omit<Profile, 'memberSince' | 'answerMs' | 'reputation'> {
  created_at: Date;
}

async function idOf(db: Db, name: string): Promise<number> {
  if (!usernamePattern.test(name)) fail('not_found');
  const { rows } = await sql<{ id: number; state: AccountState }>`
    select id, state from users where username = ${name}::citext
    union all
    select u.id, u.state from username_reservations r join users u on u.id = r.user_id
    where r.username = ${name}::citext and r.until > market_now() and u.state <> 'closed'
      and not exists (select from users taken where taken.username = r.username)`.execute(db);
  const { id, state } = rows[0] ?? fail('not_found');
  if (state === 'suspended' || state === 'banned') fail('profile_unavailable');
  return id;
}

/** Median time to answer questions; unanswered questions are ignored. Null with too few answers. */
async function answerTimeOf(
  db: Db,
  sellerId: number,
  { fewestAnswers, windowMs }: ReputationRules,
): Promise<number | null> {
  const { rows } = await sql<{ answers: number; median_ms: number | null }>`
    select count(*)::int as answers, round(percentile_cont(0.5) within group (
      order by extract(epoch from q.answered_at - q.created_at)) * 1000)::float8 as median_ms
    from listings l join questions q on q.listing_id = l.id
    where l.seller_id = ${sellerId} and q.state = 'answered'
      and q.answered_at > market_now() - ${windowMs}::bigint * interval '1 millisecond'`.execute(db);
  const { answers, median_ms: medianMs } = rows[0]!;
  return answers >= fewestAnswers ? medianMs : null;
}

/** Rates of punctual deliveries and cancelled sales of the time window, from the events of orders (§4.13). */
async function reputationOf(
  db: Db,
  sellerId: number,
  { fewestSales, windowMs }: ReputationRules,
): Promise<Profile['reputation']> {
  const { rows } = await sql<{ sales: number; delivered: number; on_time: number; cancelled: number }>`
    with recent as (
      select o.id, o.delivered_at, o.state, o.paid_at + o.promised_hours * interval '1 hour'
        + interval '1 minute' as promised_at
      from orders o where o.seller_id = ${sellerId} and o.paid_at > market_now() - ${windowMs}::bigint * interval '1 millisecond'
        and o.state in ('delivered', 'in_complaint', 'completed', 'refunded', 'cancelled')
        and not is_related_sale(o.id))
    select count(*)::int as sales, count(delivered_at)::int as delivered,
      count(*) filter (where delivered_at <= promised_at)::int as on_time,
      count(*) filter (where state = 'cancelled' and exists (select from order_events e
        where e.order_id = recent.id and e.event in ('cancel_sale', 'cancel_idle', 'cancel_late')))::int as cancelled
    from recent`.execute(db);
  const { sales, delivered, on_time: onTime, cancelled } = rows[0]!;
  if (sales < fewestSales) return null;
  return { sales, onTimeBps: bps(onTime, delivered), cancelledBps: bps(cancelled, sales) };
}

const bps = (part: number, whole: number): number =>
  whole === 0 ? 10_000 : Math.round((part * 10_000) / whole);
