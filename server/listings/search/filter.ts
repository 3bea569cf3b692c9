import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query } from '#contract/endpoint.ts';
import type { SearchedDelivery, searchListings, StarStep } from '#contract/listings/listings.ts';
import { usernamePattern } from '#domain/accounts/accounts.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryNode } from '#server/listings/catalogue/queries.ts';
import { exceptOf, sellersNowAway } from '#server/listings/vacations/away.ts';
import type { Ctx } from '#server/context.ts';
import { findCategoryScope } from './category-scope.ts';
import type { CategoryScope } from './category-scope.ts';
import { isDelivered } from './filters/deliveries.ts';
import { inPlace, readPlace } from './filters/place.ts';
import type { PlaceFilter } from './filters/place.ts';
import { readWords } from './words.ts';
import type { Words } from './words.ts';

/** A parsed search: the same query written in two ways gives the same filter. */
export interface Filter {
  words: Words | null;
  /** The category that the words name: its listings count as having those words. */
  categoryScope: CategoryScope | null;
  category: CategoryNode | null;
  seller: string | null;
  priceMin: number | null;
  priceMax: number | null;
  /** Any of these ways of delivery; empty: any way. */
  delivery: readonly SearchedDelivery[];
  /** Only listings of sellers whose identity was verified. */
  verified: boolean;
  /** The minimum score of the seller, in tenths of a star. */
  stars: StarStep | null;
  /** Where they are sent from. */
  place: PlaceFilter | null;
  /** The city from which distances are measured; it limits nothing. */
  origin: number | null;
  /** Each attribute with its accepted values, in the category's order; unknown attributes are ignored. */
  attributes: readonly ChosenAttribute[];
  /** Sellers on vacation, whose listings are left out (F67). They are no choice, so no cache is kept apart by them. */
  away: readonly number[];
}

/** The filter that accepts every listing on sale. */
export const noFilter: Filter = {
  words: null,
  categoryScope: null,
  category: null,
  seller: null,
  priceMin: null,
  priceMax: null,
  delivery: [],
  verified: false,
  stars: null,
  place: null,
  origin: null,
  attributes: [],
  away: [],
};

export interface ChosenAttribute {
  key: string;
  values: readonly string[];
}

/**
 * The filter of a query, or null when it cannot have results: an unknown category or an invalid username.
 * @throws `invalid_request` for an unknown city, and for a distance or the order by it without a city
 */
export async function readFilter(ctx: Ctx, query: Query<typeof searchListings>): Promise<Filter | null> {
  const place = await readPlace(ctx, query);
  const tree = await categoryTree(ctx);
  const category = query.category ? tree.bySlug.get(query.category) : null;
  const seller = query.seller?.toLowerCase() ?? null;
  if (category === undefined || (seller !== null && !usernamePattern.test(seller))) return null;
  const words = query.q === undefined ? null : await readWords(ctx, query.q);
  return {
    words,
    categoryScope: words && (await findCategoryScope(ctx, words)),
    category,
    seller,
    priceMin: query.priceMin ?? null,
    priceMax: query.priceMax ?? null,
    delivery: query.delivery ?? [],
    verified: query.verified === 'true',
    stars: query.stars ?? null,
    place,
    origin: query.city ?? null,
    attributes: filterable(category).flatMap(({ key }) => {
      const values = query.attributes?.[key]?.map(printable).filter(Boolean).toSorted();
      return values?.length ? [{ key, values }] : [];
    }),
    away: await sellersNowAway(ctx),
  };
}

/** The attributes of a category that results can be filtered by: those with a closed list of values. */
export function filterable(category: CategoryNode | null): CategoryNode['attributes'] {
  return (category?.attributes ?? []).filter(
    ({ type, filterable: may }) => may && (type === 'list' || type === 'boolean'),
  );
}

/** Removes characters that PostgreSQL cannot store in JSON, which no stored value contains. */
function printable(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
}

/** The cache key of a filter. */
export function keyOf({
  words,
  categoryScope,
  category,
  seller,
  priceMin,
  priceMax,
  delivery,
  verified,
  stars,
  place,
  attributes,
}: Filter): string {
  return JSON.stringify([
    words?.tsquery,
    categoryScope,
    category?.id,
    seller,
    priceMin,
    priceMax,
    delivery,
    verified,
    stars,
    place?.key,
    attributes,
  ]);
}

/** Whether the counts of the category tree suffice for this filter. */
export function isBranchOnly(filter: Filter): boolean {
  const { words, seller, priceMin, priceMax, place, attributes } = filter;
  return (
    words === null &&
    seller === null &&
    priceMin === null &&
    priceMax === null &&
    place === null &&
    attributes.length === 0 &&
    !filtersSeller(filter)
  );
}

/** Whether it filters by facts of the seller that the postings also have. */
export function filtersSeller({ verified, stars }: Filter): boolean {
  return verified || stars !== null;
}

/** Words and prices decide which index is best, so those queries are planned for their values (db/connect.ts). */
export function planHint(filter: Filter): RawBuilder<unknown> {
  return isBranchOnly(filter) ? sql`` : sql`/* replan */`;
}

/** The filter as SQL over `listings l`. */
export function conditions(filter: Filter): RawBuilder<unknown> {
  const { category } = filter;
  const all = [conditionsWithoutCategory(filter)];
  if (category) all.push(inCategory(category));
  return sql.join(all, sql` and `);
}

export function conditionsWithoutCategory(filter: Filter): RawBuilder<unknown> {
  const {
    words,
    categoryScope,
    seller,
    priceMin,
    priceMax,
    delivery,
    verified,
    stars,
    place,
    attributes,
    away,
  } = filter;
  const all = [sql`l.state = 'published' ${exceptOf(away)}`];
  if (words)
    all.push(
      categoryScope?.isWhole
        ? sql`(l.search @@ ${words.tsquery}::tsquery or (${inScope(categoryScope)}))`
        : sql`l.search @@ ${words.tsquery}::tsquery`,
    );
  if (seller) all.push(sql`l.seller_id = (select id from users where username = ${seller}::citext)`);
  if (priceMin !== null) all.push(sql`l.price_cents >= ${priceMin}`);
  if (priceMax !== null) all.push(sql`l.price_cents <= ${priceMax}`);
  if (delivery.length > 0) all.push(isDelivered(delivery));
  // Literals, so that the planner can choose the partial indexes of `listings`.
  if (verified) all.push(sql`l.seller_verified`);
  if (stars !== null) all.push(sql`l.seller_stars >= ${sql.lit(stars)}`);
  if (place) all.push(inPlace(place, sql`l.city_id`));
  for (const attribute of attributes) all.push(hasAny(attribute));
  return sql.join(all, sql` and `);
}

export function inScope({ leafIds, rest }: CategoryScope): RawBuilder<unknown> {
  const there = sql`l.category_id = any(${leafIds}::bigint[])`;
  return rest === null ? there : sql`${there} and l.search @@ ${rest}::tsquery`;
}

/** SQL condition: one of the values. The index `listings_attributes` answers each containment of one pair. */
export function hasAny({ key, values }: ChosenAttribute): RawBuilder<unknown> {
  const each = values.map((value) => sql`l.attributes @> ${JSON.stringify({ [key]: value })}::jsonb`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function inCategory({ leafIds }: CategoryNode): RawBuilder<unknown> {
  const [only, ...more] = leafIds;
  return more.length === 0 ? sql`l.category_id = ${only}` : sql`l.category_id = any(${leafIds}::bigint[])`;
}
