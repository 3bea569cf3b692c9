import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { searchListings } from '#contract/listings.ts';
import type { CategoryNode } from '#server/catalogue/queries.ts';
import { categoryTree } from '#server/catalogue/queries.ts';
import { cached } from '#server/cache.ts';
import type { CacheShape } from '#server/cache.ts';
import type { Ctx } from '#server/context.ts';
import { conditions, isBranchOnly, keyOf, planning } from './search-filter.ts';
import type { Filter } from './search-filter.ts';

export type Counts = Pick<Reply<typeof searchListings>, 'total' | 'totalIsExact' | 'facets'>;

/** Counting stops here; beyond it the planner's estimate is told. */
const cap = 10_000;
const kept: CacheShape = { name: 'listings.counts', maxEntries: 500, forMs: 5_000 };

export const nothing: Counts = {
  total: 0,
  totalIsExact: true,
  facets: { categories: [], automatic: 0, manual: 0 },
};

/** How many listings a filter finds and what its next choices would give; at most five seconds old. */
export function countListings(ctx: Ctx, filter: Filter): Promise<Counts> {
  if (isBranchOnly(filter)) return countBranch(ctx, filter);
  return cached(ctx, kept, keyOf(filter), () => countHits(ctx, filter));
}

/** Whole branches are counted with the tree already. */
async function countBranch(ctx: Ctx, { category, delivery }: Filter): Promise<Counts> {
  const tree = await categoryTree(ctx);
  const nodes = category ? [category] : tree.roots;
  const all = sum(nodes, (node) => node.listingsCount);
  const automatic = sum(nodes, (node) => node.automaticCount);
  const countOf = (node: CategoryNode) => {
    if (delivery === null) return node.listingsCount;
    return delivery === 'automatic' ? node.automaticCount : node.listingsCount - node.automaticCount;
  };
  return {
    total: sum(nodes, countOf),
    totalIsExact: true,
    facets: {
      categories: facet(category ? category.children : tree.roots, countOf),
      automatic,
      manual: all - automatic,
    },
  };
}

interface Group {
  category_id: number;
  automatic: number;
  manual: number;
}

async function countHits(ctx: Ctx, filter: Filter): Promise<Counts> {
  const { rows } = await sql<Group>`
    ${planning(filter)} select category_id, count(*) filter (where delivery_type = 'automatic')::int as automatic,
      count(*) filter (where delivery_type = 'manual')::int as manual
    from (select l.category_id, l.delivery_type from listings l
      where ${conditions(filter, 'delivery')} limit ${sql.lit(cap + 1)}) hits
    group by category_id`.execute(ctx.db);
  return countsOf(ctx, filter, rows);
}

/** The counts of groups; when there were more hits than are counted, the groups are a sample of an estimate. */
async function countsOf(ctx: Ctx, filter: Filter, groups: readonly Group[]): Promise<Counts> {
  const { category, delivery } = filter;
  const seen = sum(groups, (group) => group.automatic + group.manual);
  const exact = seen <= cap;
  const scale = exact ? 1 : (await estimate(ctx, filter)) / seen;
  const chosen = (group: Group) => (delivery === null ? group.automatic + group.manual : group[delivery]);
  const byCategory = new Map(groups.map((group) => [group.category_id, chosen(group)]));
  const countOf = (node: CategoryNode) =>
    Math.round(scale * sum(node.leafIds, (id) => byCategory.get(id) ?? 0));
  const tree = await categoryTree(ctx);
  return {
    total: Math.round(scale * sum(groups, chosen)),
    totalIsExact: exact,
    facets: {
      categories: facet(category ? category.children : tree.roots, countOf),
      automatic: Math.round(scale * sum(groups, (group) => group.automatic)),
      manual: Math.round(scale * sum(groups, (group) => group.manual)),
    },
  };
}

/** The planner's idea of how many rows there are, never below what was counted. */
async function estimate(ctx: Ctx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select from listings l where ${conditions(filter, 'delivery')}`.execute(ctx.db);
  return Math.max(cap + 1, rows[0]!['QUERY PLAN'][0]!.Plan['Plan Rows']);
}

function facet(nodes: readonly CategoryNode[], countOf: (node: CategoryNode) => number) {
  return nodes.map((node) => ({ slug: node.slug, name: node.name, count: countOf(node) }));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
