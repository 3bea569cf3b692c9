import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories } from '#demo/categories.ts';
import { listings } from '#demo/listings.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import { extraGoods } from './extra-goods.ts';
import { kinds } from './queries.ts';
import type { Relevance } from './rows.ts';

/**
 * The relevance of search over the listings of the demo market and some more (docs/search.md has the table that this
 * prints). The share of answers among a query's first five results is its precision at 5; an answer has what is asked
 * for in its category or title, or, after all that have it there, in its description.
 */
let market: Market;
const goods = [
  ...listings(1).filter(({ status }) => status === 'published'),
  ...extraGoods.map(([categorySlug, title, description]) => ({
    categorySlug,
    title,
    description,
    priceCents: 5_000,
    plan: 'prata',
  })),
];
/** With the description, whose words are found too, after those of titles. */
const described = new Map(
  goods.map(({ categorySlug, title, description }) => [
    `${categorySlug}: ${title}`,
    `${categorySlug}: ${title}\n${description}`,
  ]),
);
const shelves = new Map<number, string>();

/** Inserts the listings directly as published, because reviewing four hundred takes a minute. */
beforeAll(async () => {
  market = await createMarket();
  const { db } = market.ctx;
  const seller = await market.user();
  for (const { slug, name, parentSlug, position } of categories)
    await sql`insert into categories (parent_id, slug, name, position)
      values ((select id from categories where slug = ${parentSlug}), ${slug}, ${name}, ${position})`.execute(
      db,
    );
  const made = await sql<{ id: number; slug: string }>`
    with image as (insert into images (owner_id, key, width, height) values (${seller.id}, 'x', 1, 1) returning id)
    insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
      delivery_type, promised_hours, plan, ownership_declared, image_ids, published_at)
    select ${seller.id}, c.id, array[c.id], 'published', g.address, g.title, g.description, g."priceCents", 1, 'manual', 24,
      g.plan, true, array[image.id], market_now()
    from image, jsonb_to_recordset(${JSON.stringify(goods.map((each) => ({ ...each, slug: each.categorySlug, address: listingSlug(each.title, 1) })))}::jsonb)
      as g (slug text, address text, title text, description text, "priceCents" bigint, plan text)
    join categories c on c.slug = g.slug
    returning id, (select slug from categories where id = category_id) as slug`.execute(db);
  for (const { id, slug } of made.rows) shelves.set(id, slug);
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

interface Outcome {
  query: string;
  precision: number;
  /** What is wrong with it, or null. */
  fault: string | null;
  found: string[];
  correctedTo: string | null;
}

async function ask({ query, answers, first, never, correctedTo }: Relevance): Promise<Outcome> {
  const params = new URLSearchParams({ q: query, limit: '48' });
  const { data } = await market.request('GET', `/public/listings?${params}`);
  const found: string[] = data.items.map(
    (item: { id: number; title: string }) => `${shelves.get(item.id)}: ${item.title}`,
  );
  const five = found.slice(0, 5);
  const ofCategory = answers.source.startsWith('^');
  const wanted = goods.filter(({ categorySlug, title }) =>
    answers.test(ofCategory ? `${categorySlug}: ${title}` : title),
  ).length;
  const size = Math.max(Math.min(5, wanted), five.length);
  const right = five.filter((each) => answers.test(described.get(each)!)).length;
  const forbidden = never && found.find((each) => never.test(each));
  const corrected: string | null = data.correctedTo;
  const fault =
    (corrected !== null && corrected !== correctedTo && `invented: ${corrected}`) ||
    (correctedTo !== undefined && corrected !== correctedTo && `not corrected`) ||
    (first && !first.test(found[0] ?? '') && 'another first') ||
    (forbidden && `never: ${forbidden}`) ||
    null;
  return { query, precision: size === 0 ? 1 : right / size, fault, found: five, correctedTo: corrected };
}

test('searches find what they ask for: precision at 5 is at least 0.95, and no correction is invented', async () => {
  const all: Outcome[] = [];
  const table: string[] = [];
  for (const { kind, queries } of kinds) {
    const outcomes: Outcome[] = [];
    for (const query of queries) outcomes.push(await ask(query));
    const mean = outcomes.reduce((total, { precision }) => total + precision, 0) / outcomes.length;
    const invented = outcomes.filter(({ fault }) => fault?.startsWith('invented')).length;
    table.push(`| ${kind} | ${outcomes.length} | ${mean.toFixed(3)} | ${invented} |`);
    all.push(...outcomes);
  }
  const mean = all.reduce((total, { precision }) => total + precision, 0) / all.length;
  process.stdout.write(`${table.join('\n')}\n| all | ${all.length} | ${mean.toFixed(3)} | |\n`);
  const weak = all.filter(({ precision }) => precision < 1);
  expect(all.filter(({ fault }) => fault !== null)).toEqual([]);
  expect(all.filter(({ precision }) => precision < 0.4)).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(mean, JSON.stringify(weak, null, 1)).toBeGreaterThanOrEqual(0.95);
});
