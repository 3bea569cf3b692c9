import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import type {
  listListingRatings,
  listPendingRatings,
  listProfileRatings,
  PublicRating,
  Scores,
} from '#contract/community/ratings.ts';
import { usernamePattern } from '#domain/accounts/accounts.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { maskedName } from '#domain/orders/orders.ts';
import { otherRole } from '#domain/community/ratings.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import { scoreHundredths } from '#domain/accounts/reputation.ts';
import type { ReputationRules, StarCounts } from '#domain/accounts/reputation.ts';
import { listingIdOf } from '#domain/listings/slugs.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { detailsOf } from './order-side.ts';
import type { Rating } from './order-side.ts';

const pageSize = 10;
const pendingSize = 5;

/** The ratings of a listing by its buyers (index ratings_listing). @throws `not_found` if it was never on sale */
export async function listingRatings(
  ctx: Ctx,
  slug: string,
  before: number | undefined,
): Promise<Reply<typeof listListingRatings>> {
  const id = listingIdOf(slug) ?? fail('not_found');
  const { rows } = await sql<{ sellerId: number }>`
    select seller_id as "sellerId" from listings
    where id = ${id} and state in ('published', 'paused', 'sold_out', 'expired')`.execute(ctx.db);
  const { sellerId } = rows[0] ?? fail('not_found');
  const which = sql`r.listing_id = ${id} and r.author_role = 'buyer'`;
  const scores = await scoresOf(ctx, [
    ['listing', id],
    ['seller', sellerId],
  ]);
  return { scores: scores[0]!, seller: scores[1]!, ...(await pageOf(ctx.db, which, before)) };
}

/** A person's ratings in one of their two roles (index ratings_subject). */
export async function profileRatings(
  ctx: Ctx,
  username: string,
  { role = 'seller', before }: Query<typeof listProfileRatings>,
): Promise<Reply<typeof listProfileRatings>> {
  const name = username.toLowerCase();
  if (!usernamePattern.test(name)) fail('not_found');
  const { rows } = await sql<{ id: number }>`select id from users where username = ${name}::citext`.execute(
    ctx.db,
  );
  const { id } = rows[0] ?? fail('not_found');
  const which = sql`r.subject_id = ${id} and r.author_role = ${otherRole[role]}`;
  const scores = await scoresOf(ctx, [
    ['seller', id],
    ['buyer', id],
  ]);
  return { seller: scores[0]!, buyer: scores[1]!, role, ...(await pageOf(ctx.db, which, before)) };
}

type Shown = Pick<
  Rating,
  'id' | 'role' | 'stars' | 'description' | 'punctuality' | 'service' | 'text' | 'reply' | 'repliedAt'
>;
interface PageRow extends Shown {
  publishedAt: Date;
  author: string;
  closed: boolean;
  slug: string;
  title: string;
  refunded: boolean;
  discounted: boolean;
}

/** Newest first; `before` is the last rating of the previous page. */
async function pageOf(
  db: Queryable,
  which: RawBuilder<unknown>,
  before: number | undefined,
): Promise<{ items: PublicRating[]; next: number | null }> {
  const older = sql`and (r.published_at, r.id) < (select published_at, id from ratings where id = ${before})`;
  const { rows } = await sql<PageRow>`
    select r.id, r.author_role as role, r.stars, r.description_stars as description,
      r.punctuality_stars as punctuality, r.service_stars as service, r.text, r.reply, r.replied_at as "repliedAt",
      r.published_at as "publishedAt", a.username::text as author, a.state = 'closed' as closed, l.slug, v.title,
      o.state = 'refunded' as refunded, r.discounted
    from ratings r join users a on a.id = r.author_id join orders o on o.id = r.order_id
      join listings l on l.id = r.listing_id join listing_versions v on v.id = o.listing_version_id
    where ${which} and r.state = 'published' and r.removed_at is null ${before === undefined ? sql`` : older}
    order by r.published_at desc, r.id desc limit ${pageSize + 1}`.execute(db);
  const page = rows.slice(0, pageSize);
  return { items: page.map(present), next: rows.length > pageSize ? page.at(-1)!.id : null };
}

function present(row: PageRow): PublicRating {
  const { id, role, stars, text, reply, repliedAt, publishedAt, slug, title, refunded, discounted } = row;
  return {
    id,
    stars,
    details: detailsOf(row),
    text,
    author: row.closed ? 'Conta removida' : maskedName(row.author),
    listing: role === 'buyer' ? { slug, title } : null,
    refunded,
    discounted,
    publishedAt: publishedAt.toISOString(),
    reply,
    repliedAt: repliedAt?.toISOString() ?? null,
  };
}

interface ScoreRow {
  count: number;
  stars: Scores['stars'];
  description: number | null;
  punctuality: number | null;
  service: number | null;
}

/** The scores of the subjects, in their order; empty where there are no ratings. */
async function scoresOf(ctx: Ctx, subjects: readonly ['listing' | RatingRole, number][]): Promise<Scores[]> {
  const { rows } = await sql<ScoreRow & { subject: string; id: number }>`
    select s.subject, s.subject_id as id, s.count,
      json_build_array(s.ones, s.twos, s.threes, s.fours, s.fives) as stars,
      round(100.0 * s.description_sum / nullif(s.description_count, 0))::int as description,
      round(100.0 * s.punctuality_sum / nullif(s.punctuality_count, 0))::int as punctuality,
      round(100.0 * s.service_sum / nullif(s.service_count, 0))::int as service
    from rating_scores s where (s.subject, s.subject_id) in (${sql.join(
      subjects.map(([subject, id]) => sql`(${subject}, ${id}::bigint)`),
    )})`.execute(ctx.db);
  const { reputation } = (await currentRules(ctx.db)).rules;
  return subjects.map(([subject, id]) =>
    presentScores(
      rows.find((row) => row.subject === subject && row.id === id),
      reputation,
    ),
  );
}

function presentScores(row: ScoreRow | undefined, rules: ReputationRules): Scores {
  const stars = row?.stars ?? ([0, 0, 0, 0, 0] satisfies StarCounts);
  const hundredths = scoreHundredths(stars, rules);
  if (!row) return { count: 0, hundredths, stars, details: null };
  return { count: row.count, hundredths, stars, details: detailsOf(row) };
}

/** Orders that the viewer may rate (indexes rating_windows_buyer and rating_windows_seller). */
export async function pendingRatings(
  db: Queryable,
  viewer: Viewer,
): Promise<Reply<typeof listPendingRatings>> {
  type Item = Reply<typeof listPendingRatings>['items'][number];
  const side = (role: RatingRole) => {
    const [mine, theirs] =
      role === 'buyer' ? [sql`w.buyer_id`, sql`w.seller_id`] : [sql`w.seller_id`, sql`w.buyer_id`];
    return sql`(select w.order_id, ${sql.lit(role)} as role, ${theirs} as other_id, w.closes_at
      from rating_windows w join orders o on o.id = w.order_id and o.state <> 'in_complaint'
      where ${mine} = ${viewer.id} and w.closed_at is null and w.closes_at > deadline_now()
        and not exists (select from ratings r where r.order_id = w.order_id and r.author_role = ${sql.lit(role)})
      order by w.closes_at limit ${pendingSize})`;
  };
  const { rows } = await sql<Omit<Item, 'closesAt'> & { closesAt: Date }>`
    select o.hash, v.title, p.role as "viewerIs", u.username::text as "otherParty", p.closes_at as "closesAt"
    from (${side('buyer')} union all ${side('seller')}) p join orders o on o.id = p.order_id
      join listing_versions v on v.id = o.listing_version_id join users u on u.id = p.other_id
    order by p.closes_at, o.id limit ${pendingSize}`.execute(db);
  return { items: rows.map((row) => ({ ...row, closesAt: row.closesAt.toISOString() })) };
}
