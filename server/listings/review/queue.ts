import { sql } from 'kysely';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { getFirstReview, getReview, listReviews } from '#contract/listings/reviews.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { revisedFields } from '#domain/listings/revisions.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryTree } from '#server/listings/catalogue/queries.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { readListing } from '#server/listings/queries.ts';
import { hasBoughtListing, isInRiskyCategory } from '#server/listings/refusals.ts';
import { reviewRefusals } from './review.ts';
import { isRisky } from '#server/listings/publishing/under-review.ts';
import { findSignals } from './triage.ts';

const shown = 200;

/**
 * The queue of new listings and revisions: late ones first (L05), then the plan Diamante, then the oldest.
 * @param limit how many are read from its beginning
 */
export async function reviewQueue(db: Db, viewer: Viewer, limit = shown): Promise<Reply<typeof listReviews>> {
  type Item = Reply<typeof listReviews>['items'][number];
  type Row = Omit<Item, 'submittedAt' | 'onlyAdminBecause'> & {
    submittedAt: Date;
    total: number;
    sellerId: number;
    bought: boolean;
    risky: boolean;
  };
  const { reviewLateMs } = (await currentRules(db)).rules.listings;
  const { rows } = await sql<Row>`
    with waiting as (
      select id as listing_id, null::bigint as revision_id, submitted_at as since from listings where state = 'in_review'
      union all
      select listing_id, id, created_at from listing_revisions where state = 'pending')
    select l.id, coalesce(r.title, l.title) as title, coalesce(r.price_cents, l.price_cents) as "priceCents",
      l.cover_key as cover, u.username::text as seller, c.name as category, w.since as "submittedAt",
      w.revision_id as "revisionId", count(*) over ()::int as total, l.seller_id as "sellerId",
      ${hasBoughtListing(viewer.id)} as bought, ${isInRiskyCategory} as risky
    from waiting w join listings l on l.id = w.listing_id left join listing_revisions r on r.id = w.revision_id
      join users u on u.id = l.seller_id join categories c on c.id = coalesce(r.category_id, l.category_id)
    order by (w.since < market_now() - ${reviewLateMs}::bigint * interval '1 millisecond') desc, (l.plan = 'diamante') desc,
      w.since, l.id limit ${limit}`.execute(db);
  const items = rows.map(({ sellerId, bought, risky, ...row }) => {
    const answer = can(viewer, 'review_listing', { sellerId, bought, risky });
    return {
      ...row,
      submittedAt: row.submittedAt.toISOString(),
      onlyAdminBecause: !answer.ok && answer.reason === 'forbidden' ? reviewRefusals.forbidden : null,
    };
  });
  return { items, total: rows[0]?.total ?? 0 };
}

type Review = Reply<typeof getReview>;

/** The first listing of the queue, so that the page of the queue needs no second call for it. */
export async function firstReview(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof getFirstReview>> {
  const [first] = (await reviewQueue(ctx.db, viewer, 1)).items;
  return { review: first ? await reviewItem(ctx, viewer, first.id) : null };
}

/** A listing with the data for its decision and the effect of its revision; drafts stay private. */
export async function reviewItem(ctx: Ctx, viewer: Viewer, id: number): Promise<Review> {
  const live = (await readListing(ctx.db, id, sql`l.submitted_at is not null`)) ?? fail('not_found');
  const tree = await categoryTree(ctx);
  const listing = afterRevision(live);
  const { bought, ...seller } = await sellerOf(ctx.db, viewer, id);
  const category = tree.byId.get(listing.categoryId ?? 0);
  const risky = await isRisky(ctx.db, id);
  const because = whyNotDecidable(viewer, live, { sellerId: seller.id, bought, risky });
  const { rules } = await currentRules(ctx.db);
  return {
    listing,
    revision: differences(live, tree),
    categories: namesOf(tree, listing.categoryId),
    risky,
    rulesText: category?.rulesText ?? '',
    seller,
    signals: await findSignals(
      ctx,
      ctx.db,
      { ...listing, imageIds: listing.images.map((image) => image.id) },
      rules.listings,
    ),
    decidable: because === null,
    notDecidableBecause: because,
  };
}

const pendingRevisionOf = ({ revision }: OwnListing) => (revision?.state === 'pending' ? revision : null);

/** The listing as it would be with its pending revision. */
function afterRevision(live: OwnListing): OwnListing {
  const revision = pendingRevisionOf(live);
  if (!revision) return live;
  const changed = revisedFields.filter((field) => revision[field] !== null);
  const { deliveryType, alsoPickup, freeShipping } = revision;
  return {
    ...live,
    ...Object.fromEntries(changed.map((field) => [field, revision[field]])),
    ...(deliveryType !== null && { alsoPickup: alsoPickup ?? false, freeShipping: freeShipping ?? false }),
  };
}

function differences(live: OwnListing, tree: CategoryTree): Review['revision'] {
  const revision = pendingRevisionOf(live);
  if (!revision) return null;
  return {
    id: revision.id,
    createdAt: revision.createdAt,
    changed: revisedFields.filter((field) => revision[field] !== null),
    before: { ...live, categories: namesOf(tree, live.categoryId) },
  };
}

function namesOf(tree: CategoryTree, categoryId: number | null): string[] {
  return tree.byId.get(categoryId ?? 0)?.path.map((each) => each.name) ?? [];
}

function whyNotDecidable(
  viewer: Viewer,
  listing: OwnListing,
  facts: { sellerId: number; bought: boolean; risky: boolean },
): string | null {
  if (listing.state !== 'in_review' && !pendingRevisionOf(listing))
    return 'Este anúncio não está em revisão.';
  const answer = can(viewer, 'review_listing', facts);
  return answer.ok ? null : reviewRefusals[answer.reason];
}

async function sellerOf(
  db: Db,
  viewer: Viewer,
  listingId: number,
): Promise<Review['seller'] & { bought: boolean }> {
  type Row = Omit<Review['seller'], 'memberSince'> & { memberSince: Date; bought: boolean };
  const { rows } = await sql<Row>`
    select u.id, u.username::text, u.created_at as "memberSince", u.email_verified_at is not null as "emailVerified",
      u.document_proven_at is not null as "documentProven", u.seller_score as "scoreHundredths",
      u.seller_ratings as "ratingsCount", u.trusted_at is not null as trusted, ${hasBoughtListing(viewer.id)} as bought,
      (select count(*) from orders o where o.seller_id = u.id and o.state = 'completed'
        and not is_excluded_sale(o.id))::int as "salesCount",
      (select count(*) from listings o where o.seller_id = u.id and o.state = 'published')::int as "listingsCount"
    from listings l join users u on u.id = l.seller_id where l.id = ${listingId}`.execute(db);
  const row = rows[0]!;
  return { ...row, memberSince: row.memberSince.toISOString() };
}
