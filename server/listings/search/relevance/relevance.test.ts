import { afterAll, beforeAll, expect, test } from 'vitest';
import { listings } from '#demo/listings.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { fillDemoShelves } from '#test/listings/demo-shelves.ts';
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
let shelves: ReadonlyMap<number, string>;

beforeAll(async () => {
  market = await createMarket();
  shelves = await fillDemoShelves(market, goods);
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
