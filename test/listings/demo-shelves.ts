import { sql } from 'kysely';
import { categories } from '#demo/categories.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import type { Market } from '#test/market.ts';

export interface Good {
  categorySlug: string;
  title: string;
  description: string;
  priceCents: number;
  plan: string;
}

/**
 * Puts goods on sale in the categories of the demo market. They are inserted as published, because reviewing four
 * hundred takes a minute.
 * @returns the slug of each listing's category, by the listing's id
 */
export async function fillDemoShelves(
  market: Market,
  goods: readonly Good[],
): Promise<ReadonlyMap<number, string>> {
  const { db } = market.ctx;
  const seller = await market.user();
  for (const { slug, name, parentSlug, position } of categories)
    await sql`insert into categories (parent_id, slug, name, position)
      values ((select id from categories where slug = ${parentSlug}), ${slug}, ${name}, ${position})`.execute(
      db,
    );
  const rows = goods.map((each) => ({
    ...each,
    slug: each.categorySlug,
    address: listingSlug(each.title, 1),
  }));
  const made = await sql<{ id: number; slug: string }>`
    with image as (insert into images (owner_id, key, width, height) values (${seller.id}, 'x', 1, 1) returning id)
    insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
      delivery_type, promised_hours, plan, ownership_declared, image_ids, published_at)
    select ${seller.id}, c.id, array[c.id], 'published', g.address, g.title, g.description, g."priceCents", 1, 'manual', 24,
      g.plan, true, array[image.id], market_now()
    from image, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (slug text, address text, title text, description text, "priceCents" bigint, plan text)
    join categories c on c.slug = g.slug
    returning id, (select slug from categories where id = category_id) as slug`.execute(db);
  await market.drain();
  market.forgetCaches();
  return new Map(made.rows.map(({ id, slug }) => [id, slug]));
}
