import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getListing } from '#contract/listings/listings.ts';
import { deliveryDataAskOf } from '#domain/orders/delivery-data.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { listingIdOf } from '#domain/listings/slugs.ts';
import { businessOf, presentBusiness } from '#server/accounts/documents/business.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { batchPerTick } from '#server/concurrency/batch.ts';
import { attributeLines } from './publishing/attributes.ts';
import { publicShippingColumns } from './publishing/delivery-columns.ts';
import { cityName, similarTo } from './cards.ts';
import { photosOf } from './photos/photos.ts';
import { presentQuestions, publicQuestions } from './public-questions.ts';

/** The states that have a public page. Other listings answer 404 here, also to their own seller. */
const publicStates: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];

type Detail = Reply<typeof getListing>;

/**
 * One listing as buyers see it, in one round trip; the tree, the photos, the seller and similar listings are cached in
 * the process. Only the id at the end of the slug counts, so an old slug finds it too.
 */
export async function listingDetail(ctx: Ctx, slug: string): Promise<Detail> {
  const id = listingIdOf(slug) ?? fail('not_found');
  const { text } = (await currentRules(ctx.db)).rules.questions;
  const row = (await readRow(ctx.db, id)) ?? (await refuseUnavailable(ctx, id));
  const [tree, images, seller, similar] = await Promise.all([
    categoryTree(ctx),
    photosOf(ctx, row),
    sellerOf(ctx, row.sellerId),
    similarTo(ctx, row),
  ]);
  const category = tree.byId.get(row.categoryId);
  const questions = presentQuestions(row.questions);
  return {
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    attributes: attributeLines(category?.attributes ?? [], row.attributes),
    categories: category?.path.map((node) => ({ slug: node.slug, name: node.name })) ?? [],
    warrantyDays: category?.warrantyDays ?? 7,
    deliveryData: {
      asks: deliveryDataAskOf(row.deliveryType, category?.deliveryData ?? null),
      hint: category?.deliveryDataHint ?? '',
    },
    images,
    seller,
    questions: questions.items,
    questionsNext: questions.next,
    questionMax: text.max,
    similar,
  };
}

interface Row extends Omit<
  Detail,
  | 'publishedAt'
  | 'attributes'
  | 'images'
  | 'categories'
  | 'warrantyDays'
  | 'deliveryData'
  | 'seller'
  | 'similar'
  | 'questionMax'
  | 'questionsNext'
> {
  publishedAt: Date | null;
  attributes: Record<string, unknown>;
  categoryId: number;
  sellerId: number;
  image_ids: number[];
  image_alts: string[];
}

/** Concurrent requests for listings share one statement; no listing is cached. */
const readRow = batchPerTick(async (db: Db, ids: number[]): Promise<(Row | null)[]> => {
  const { publicMs } = (await currentRules(db)).rules.questions;
  const { rows } = await sql<Row>`
    select l.id, l.slug, l.state, l.title, l.description, l.price_cents as "priceCents", l.stock, l.sold,
      l.delivery_type as "deliveryType", l.promised_hours as "promisedHours", l.plan, l.attributes,
      ${publicShippingColumns(sql`l`)},
      ${cityName(sql`l.city_id`)} as city,
      away_until(l.seller_id)::text as "awayUntil", l.category_id as "categoryId", l.published_at as "publishedAt", l.seller_id as "sellerId",
      l.image_ids, l.image_alts,
      (select coalesce(json_agg(q), '[]') from (
        ${publicQuestions(sql`l.id`, { publicMs, before: Number.MAX_SAFE_INTEGER })}) q) as questions
    from listings l
    where l.id = any(${ids}::bigint[]) and l.state = any(${publicStates}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/**
 * A removed listing that was once on sale is gone (410), and the answer names its category; one that never was on sale
 * does not exist (404).
 */
async function refuseUnavailable(ctx: Ctx, id: number): Promise<never> {
  const { rows } = await sql<{ category: string }>`
    select c.slug as category from listings l join categories c on c.id = l.category_id
    where l.id = ${id} and l.state = 'removed' and l.published_at is not null`.execute(ctx.db);
  const gone = rows[0];
  return gone ? fail('listing_gone', { meta: gone }) : fail('not_found');
}

const sellerCache: CacheShape = { name: 'listings.seller', maxEntries: 10_000, ttlMs: 30_000 };

/** The seller with the number of completed sales; at most half a minute old. */
function sellerOf(ctx: Ctx, sellerId: number): Promise<Detail['seller']> {
  return cached(ctx, sellerCache, String(sellerId), async () => {
    const { rows } = await sql<Omit<Detail['seller'], 'memberSince'> & { memberSince: Date }>`
      select id, username::text, image, city, created_at as "memberSince", email_verified_at is not null as "emailVerified",
        document_proven_at is not null as "documentProven",
        ${businessOf} as business,
        (select count(*)::int from orders o where o.seller_id = u.id and o.state = 'completed'
          and not is_excluded_sale(o.id)) as "salesCount",
        not exists (select from seller_levels s where s.user_id = u.id and s.colour = 'red') as "isSelling"
      from users u where id = ${sellerId}`.execute(ctx.db);
    const seller = rows[0]!;
    return {
      ...seller,
      business: presentBusiness(seller.business),
      memberSince: seller.memberSince.toISOString(),
    };
  });
}
