import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Query } from '#contract/endpoint.ts';
import type { searchListings } from '#contract/listings.ts';
import { usernamePattern } from '#domain/accounts.ts';
import type { DeliveryType } from '#domain/orders.ts';
import { categoryTree } from '#server/catalogue/queries.ts';
import type { CategoryNode } from '#server/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { readWords } from './search-words.ts';
import type { Words } from './search-words.ts';

/** What is looked for, understood: the same wish spelt in two ways gives the same filter. */
export interface Filter {
  words: Words | null;
  category: CategoryNode | null;
  seller: string | null;
  priceMin: number | null;
  priceMax: number | null;
  delivery: DeliveryType | null;
}

/** The filter of a query, or null when nothing can answer it: a category or a seller that cannot exist. */
export async function readFilter(ctx: Ctx, query: Query<typeof searchListings>): Promise<Filter | null> {
  const tree = await categoryTree(ctx);
  const category = query.category ? tree.bySlug.get(query.category) : null;
  const seller = query.seller?.toLowerCase() ?? null;
  if (category === undefined || (seller !== null && !usernamePattern.test(seller))) return null;
  return {
    words: query.q === undefined ? null : await readWords(ctx, query.q),
    category,
    seller,
    priceMin: query.priceMin ?? null,
    priceMax: query.priceMax ?? null,
    delivery: query.delivery ?? null,
  };
}

/** The filter as the key of a cache. */
export function keyOf({ words, category, seller, priceMin, priceMax, delivery }: Filter): string {
  return JSON.stringify([words?.tsquery, category?.id, seller, priceMin, priceMax, delivery]);
}

/** Whether the category tree's own counts answer for this filter. */
export function isBranchOnly({ words, seller, priceMin, priceMax }: Filter): boolean {
  return words === null && seller === null && priceMin === null && priceMax === null;
}

/** Words and prices decide which index is right, so those queries are planned for their values (db/connect.ts). */
export function planning(filter: Filter): RawBuilder<unknown> {
  return isBranchOnly(filter) ? sql`` : sql`/* plan anew */`;
}

/**
 * The filter as SQL over `listings l`.
 * @param without a part that is left out, to count what its other choices would give
 */
export function conditions(filter: Filter, without?: 'category' | 'delivery'): RawBuilder<unknown> {
  const { words, category, seller, priceMin, priceMax, delivery } = filter;
  const all = [sql`l.state = 'published'`];
  if (words) all.push(sql`l.search @@ ${words.tsquery}::tsquery`);
  if (category && without !== 'category') all.push(inCategory(category));
  if (seller) all.push(sql`l.seller_id = (select id from users where username = ${seller}::citext)`);
  if (priceMin !== null) all.push(sql`l.price_cents >= ${priceMin}`);
  if (priceMax !== null) all.push(sql`l.price_cents <= ${priceMax}`);
  if (delivery && without !== 'delivery') all.push(sql`l.delivery_type = ${delivery}`);
  return sql.join(all, sql` and `);
}

function inCategory({ leafIds }: CategoryNode): RawBuilder<unknown> {
  const [only, ...more] = leafIds;
  return more.length === 0 ? sql`l.category_id = ${only}` : sql`l.category_id = any(${leafIds}::bigint[])`;
}
