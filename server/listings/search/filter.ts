import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query } from '#contract/endpoint.ts';
import type { searchListings, StarStep } from '#contract/listings/listings.ts';
import { usernamePattern } from '#domain/accounts/accounts.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { CategoryNode } from '#server/listings/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { shelfMeant } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import { readWords } from './words.ts';
import type { Words } from './words.ts';

/** What is looked for, understood: the same wish spelt in two ways gives the same filter. */
export interface Filter {
  words: Words | null;
  /** Where the words name a category: what stands there counts as having them. */
  shelf: Shelf | null;
  category: CategoryNode | null;
  seller: string | null;
  priceMin: number | null;
  priceMax: number | null;
  delivery: DeliveryType | null;
  /** Only of sellers whose identity was verified. */
  verified: boolean;
  /** The least score of the seller, in tenths of a star. */
  stars: StarStep | null;
  /** Any of the values of each attribute, in the category's order; unknown ones are left out. */
  attributes: readonly ChosenAttribute[];
}

/** Nothing in particular. */
export const everything: Filter = {
  words: null,
  shelf: null,
  category: null,
  seller: null,
  priceMin: null,
  priceMax: null,
  delivery: null,
  verified: false,
  stars: null,
  attributes: [],
};

export interface ChosenAttribute {
  key: string;
  values: readonly string[];
}

/** The filter of a query, or null when nothing can answer it: a category or a seller that cannot exist. */
export async function readFilter(ctx: Ctx, query: Query<typeof searchListings>): Promise<Filter | null> {
  const tree = await categoryTree(ctx);
  const category = query.category ? tree.bySlug.get(query.category) : null;
  const seller = query.seller?.toLowerCase() ?? null;
  if (category === undefined || (seller !== null && !usernamePattern.test(seller))) return null;
  const words = query.q === undefined ? null : await readWords(ctx, query.q);
  return {
    words,
    shelf: words && (await shelfMeant(ctx, words)),
    category,
    seller,
    priceMin: query.priceMin ?? null,
    priceMax: query.priceMax ?? null,
    delivery: query.delivery ?? null,
    verified: query.verified === 'true',
    stars: query.stars ?? null,
    attributes: filterable(category).flatMap(({ key }) => {
      const values = query.attributes?.[key]?.map(printable).filter(Boolean).toSorted();
      return values?.length ? [{ key, values }] : [];
    }),
  };
}

/** The attributes of a category that its results can be narrowed by: those whose values are a closed list. */
export function filterable(category: CategoryNode | null): CategoryNode['attributes'] {
  return (category?.attributes ?? []).filter(
    ({ type, filterable: may }) => may && (type === 'list' || type === 'boolean'),
  );
}

/** What PostgreSQL cannot keep in JSON, nobody can have written. */
function printable(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
}

/** The filter as the key of a cache. */
export function keyOf({
  words,
  shelf,
  category,
  seller,
  priceMin,
  priceMax,
  delivery,
  verified,
  stars,
  attributes,
}: Filter): string {
  return JSON.stringify([
    words?.tsquery,
    shelf,
    category?.id,
    seller,
    priceMin,
    priceMax,
    delivery,
    verified,
    stars,
    attributes,
  ]);
}

/** Whether the category tree's own counts answer for this filter. */
export function isBranchOnly(filter: Filter): boolean {
  const { words, seller, priceMin, priceMax, attributes } = filter;
  return (
    words === null &&
    seller === null &&
    priceMin === null &&
    priceMax === null &&
    attributes.length === 0 &&
    !asksOfSeller(filter)
  );
}

/** Whether something is asked of the seller that the postings know too. */
export function asksOfSeller({ verified, stars }: Filter): boolean {
  return verified || stars !== null;
}

/** Words and prices decide which index is right, so those queries are planned for their values (db/connect.ts). */
export function planning(filter: Filter): RawBuilder<unknown> {
  return isBranchOnly(filter) ? sql`` : sql`/* plan anew */`;
}

/** The filter as SQL over `listings l`. */
export function conditions(filter: Filter): RawBuilder<unknown> {
  const { category } = filter;
  const all = [conditionsWithoutCategory(filter)];
  if (category) all.push(inCategory(category));
  return sql.join(all, sql` and `);
}

export function conditionsWithoutCategory(filter: Filter): RawBuilder<unknown> {
  const { words, shelf, seller, priceMin, priceMax, delivery, verified, stars, attributes } = filter;
  const all = [sql`l.state = 'published'`];
  if (words)
    all.push(
      shelf
        ? sql`(l.search @@ ${words.tsquery}::tsquery or (${standsOn(shelf)}))`
        : sql`l.search @@ ${words.tsquery}::tsquery`,
    );
  if (seller) all.push(sql`l.seller_id = (select id from users where username = ${seller}::citext)`);
  if (priceMin !== null) all.push(sql`l.price_cents >= ${priceMin}`);
  if (priceMax !== null) all.push(sql`l.price_cents <= ${priceMax}`);
  if (delivery) all.push(sql`l.delivery_type = ${delivery}`);
  // Written out: the partial indexes of `listings` are chosen by what is known when the query is planned.
  if (verified) all.push(sql`l.seller_verified`);
  if (stars !== null) all.push(sql`l.seller_stars >= ${sql.lit(stars)}`);
  for (const attribute of attributes) all.push(hasAny(attribute));
  return sql.join(all, sql` and `);
}

export function standsOn({ leafIds, rest }: Shelf): RawBuilder<unknown> {
  const there = sql`l.category_id = any(${leafIds}::bigint[])`;
  return rest === null ? there : sql`${there} and l.search @@ ${rest}::tsquery`;
}

/** Equality of one pair is what the index `listings_attributes` holds. */
export function hasAny({ key, values }: ChosenAttribute): RawBuilder<unknown> {
  const each = values.map((value) => sql`l.attributes @> ${JSON.stringify({ [key]: value })}::jsonb`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function inCategory({ leafIds }: CategoryNode): RawBuilder<unknown> {
  const [only, ...more] = leafIds;
  return more.length === 0 ? sql`l.category_id = ${only}` : sql`l.category_id = any(${leafIds}::bigint[])`;
}
