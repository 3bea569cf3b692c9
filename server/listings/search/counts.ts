import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import { states } from '#domain/addresses/states.ts';
import { priceSteps, searchedDeliveries, starSteps } from '#contract/listings/listings.ts';
import type { searchListings } from '#contract/listings/listings.ts';
import type { CategoryNode, CategoryTree } from '#server/listings/catalogue/queries.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx } from '#server/context.ts';
import { allCities } from '#server/places/cities.ts';
import { isWanted } from './filters/deliveries.ts';
import { baseOf, readSample, sampleSize } from './facets.ts';
import type { Sample } from './facets.ts';
import { filtersSeller, conditions, filterable, isBranchOnly, keyOf, planHint } from './filter.ts';
import type { Filter } from './filter.ts';
import { firstHits, findHits } from './hits.ts';
import { frequentWords } from './postings.ts';

export type Counts = Pick<Reply<typeof searchListings>, 'total' | 'totalIsExact' | 'facets'>;

const countsCache: CacheShape = { name: 'listings.counts', maxEntries: 1_000, ttlMs: 5_000 };
/** The choices of a whole branch change slowly; its number of listings comes from the tree. */
const sampleCache: CacheShape = { name: 'listings.samples', maxEntries: 500, ttlMs: 30_000 };
/** The sample of a large branch is a small part, so a newer one differs little; it reads 2,001 listings (17 ms). */
const largeSampleCache: CacheShape = { name: 'listings.large-samples', maxEntries: 500, ttlMs: 300_000 };

export const noResults: Counts = {
  total: 0,
  totalIsExact: true,
  facets: {
    categories: [],
    deliveries: [],
    verified: 0,
    stars: [],
    states: [],
    prices: [],
    attributes: [],
  },
};

/** Counts over many listings change slowly, and each reads 2,001 of them, a fifth of a second where few are in memory. */
const largeCountsCache: CacheShape = { name: 'listings.large-counts', maxEntries: 1_000, ttlMs: 60_000 };

/**
 * How many listings a filter finds, with the counts of its next choices, at most five seconds old; where they come from
 * more than 2,000 listings, a minute.
 */
export async function countListings(ctx: Ctx, filter: Filter): Promise<Counts> {
  if (isBranchOnly(filter)) return countBranch(ctx, filter);
  const key = keyOf(filter);
  const current = () => cached(ctx, countsCache, key, () => countHits(ctx, filter));
  const { counts, isSampled } = await cached(ctx, largeCountsCache, key, current);
  return isSampled ? counts : (await current()).counts;
}

/** Cached with the tree they are computed from; computing them at each call was a tenth of an anonymous call. */
const branchCache: CacheShape = { name: 'listings.branches', maxEntries: 1_000, ttlMs: 60_000 };

/** The tree already has the counts of whole branches. */
async function countBranch(ctx: Ctx, filter: Filter): Promise<Counts> {
  const tree = await categoryTree(ctx);
  return cached(tree, branchCache, keyOf(filter), () => countInTree(ctx, tree, filter));
}

async function countInTree(ctx: Ctx, tree: CategoryTree, filter: Filter): Promise<Counts> {
  const { category, delivery } = filter;
  const nodes = category ? [category] : tree.roots;
  const all = sum(nodes, (node) => node.listingsCount);
  const countBy = (chosen: Filter['delivery']) => (node: CategoryNode) =>
    sum([...node.deliveryCounts], ([deliveries, count]) => (isWanted(chosen, deliveries) ? count : 0));
  const countOf = countBy(delivery);
  const shape = all > 2 * sampleSize ? largeSampleCache : sampleCache;
  const sample = await cached(ctx, shape, keyOf(filter), () => readSample(ctx, filter));
  const scale = sample.size > sampleSize ? all / sample.size : 1;
  return {
    total: sum(nodes, countOf),
    totalIsExact: true,
    facets: {
      ...choicesOf(filter, counterOf(sample, scale)),
      states: await countStates(ctx, counterOf(sample, scale)),
      categories: facet(category ? category.children : tree.roots, countOf),
      deliveries: searchedDeliveries.map((each) => ({ delivery: each, count: sum(nodes, countBy([each])) })),
    },
  };
}

/** A filter of words only takes the sample of its ranking. */
async function sampleFor(ctx: Ctx, filter: Filter): Promise<Sample> {
  const { words, category, priceMin, priceMax, delivery, attributes } = filter;
  const narrowed =
    priceMin !== null ||
    priceMax !== null ||
    delivery.length > 0 ||
    attributes.length > 0 ||
    filtersSeller(filter);
  if (!words || narrowed || filterable(category).length > 0) return readSample(ctx, filter);
  const { sample } = await findHits(ctx, filter, words, firstHits);
  return sample ?? cached(ctx, sampleCache, keyOf(filter), () => readSample(ctx, filter));
}

async function countHits(ctx: Ctx, filter: Filter): Promise<{ counts: Counts; isSampled: boolean }> {
  const sample = await sampleFor(ctx, filter);
  const exact = sample.size <= sampleSize && (sample.total ?? sample.size) === sample.size;
  const scale = exact ? 1 : (sample.total ?? (await estimate(ctx, baseOf(filter)))) / sample.size;
  const found = exact ? sample.chosen : await countChosen(ctx, filter, sample, scale);
  const scaled = counterOf(sample, scale);
  const countOf = (node: CategoryNode) => sum(node.leafIds, (id) => scaled('category', String(id)));
  const tree = await categoryTree(ctx);
  const counts = {
    total: found,
    totalIsExact: exact || found <= sampleSize,
    facets: {
      ...choicesOf(filter, scaled),
      states: filter.place
        ? (await countListings(ctx, { ...filter, place: null })).facets.states
        : await countStates(ctx, scaled),
      categories: facet(filter.category ? filter.category.children : tree.roots, countOf),
      deliveries: searchedDeliveries.map((each) => ({ delivery: each, count: scaled('delivery', each) })),
    },
  };
  return { counts, isSampled: !exact };
}

type Counter = (facet: string, value: string) => number;

/** A lookup of the count of a choice, which may come in several parts. */
function counterOf({ counts }: Sample, scale: number): Counter {
  const totals = new Map<string, number>();
  for (const { facet: name, value, count } of counts)
    totals.set(`${name} ${value}`, (totals.get(`${name} ${value}`) ?? 0) + count);
  return (name, value) => Math.round(scale * (totals.get(`${name} ${value}`) ?? 0));
}

/** Scores and prices in their order, attributes in the category's order; a choice absent from the sample counts 0. */
function choicesOf(filter: Filter, count: Counter) {
  return {
    verified: count('verified', 'true'),
    // A seller with 4.5 stars also counts for 4 stars.
    stars: starSteps.map((least) => ({
      least,
      count: sum(starSteps, (step) => (step >= least ? count('stars', String(step)) : 0)),
    })),
    prices: priceSteps.map((minCents, index) => ({
      minCents,
      maxCents: priceSteps[index + 1] ?? null,
      count: count('price', String(index + 1)),
    })),
    attributes: filterable(filter.category).map(({ key, label, type, options }) => ({
      key,
      label,
      options: (type === 'boolean'
        ? yesAndNo
        : (options ?? []).map((value) => ({ value, label: value }))
      ).map((option) => ({ ...option, count: count(`=${key}`, option.value) })),
    })),
  };
}

/** In the order of their names. */
async function countStates(ctx: Ctx, count: Counter): Promise<Counts['facets']['states']> {
  const { codeOf } = await allCities(ctx);
  return states.map((state) => ({ state, count: count('state', String(codeOf.get(state))) }));
}

const yesAndNo = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
];

/**
 * A sample says little about a narrow filter, so up to 2,000 listings are counted exactly. A filter that leaves more
 * than a twentieth of the sample is estimated from the sample.
 */
async function countChosen(ctx: Ctx, filter: Filter, sample: Sample, scale: number): Promise<number> {
  const guess = Math.round(sample.chosen * scale);
  if (sample.chosen > sample.size / 20 && guess > sampleSize) return guess;
  const { rows } = await sql<{ count: number }>`
    ${planHint(filter)} select count(*)::int as count from (select from listings l where ${conditions(filter)}
      limit ${sql.lit(sampleSize + 1)}) hits`.execute(ctx.db);
  const { count } = rows[0]!;
  return count > sampleSize ? Math.max(count, guess) : count;
}

/** An estimate of at least `sampleSize` + 1: the count of a frequent word, or the planner's estimate. */
async function estimate(ctx: Ctx, base: Filter): Promise<number> {
  const frequent = await frequentWords(ctx, base);
  if (frequent?.length === 1 && base.category === null && base.place === null)
    return Math.max(sampleSize + 1, frequent[0]!.listings);
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select from listings l where ${conditions(base)}`.execute(ctx.db);
  return Math.max(sampleSize + 1, rows[0]!['QUERY PLAN'][0]!.Plan['Plan Rows']);
}

function facet(nodes: readonly CategoryNode[], countOf: (node: CategoryNode) => number) {
  return nodes.map((node) => ({ slug: node.slug, name: node.name, count: countOf(node) }));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
