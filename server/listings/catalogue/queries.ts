import { sql } from 'kysely';
import type { Category } from '#contract/listings/catalogue.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { allowedDeliveryTypes } from '#domain/listings/delivery.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { sellersAway } from '#server/listings/vacations/away.ts';
import type { Ctx, Db } from '#server/context.ts';

/** A category with its place in the tree. `path` leads from the root to itself. */
export interface CategoryNode extends Category {
  /** The delivery types that it or its nearest ancestor with a choice names; null when the kind alone decides. */
  chosenDeliveryTypes: readonly DeliveryType[] | null;
  /** Whether buyers enter data for a manual delivery, and an example of it (P09). */
  deliveryData: DeliveryDataAsk;
  deliveryDataHint: string;
  path: CategoryNode[];
  children: CategoryNode[];
  /** How many of the branch's listings have each number of `delivery_choices`. */
  deliveryCounts: ReadonlyMap<number, number>;
  /** The leaf categories below it, which hold listings; itself when it has no children. */
  leafIds: number[];
}

export interface CategoryTree {
  /** In display order: each parent before its children. */
  all: CategoryNode[];
  roots: CategoryNode[];
  byId: ReadonlyMap<number, CategoryNode>;
  bySlug: ReadonlyMap<string, CategoryNode>;
}

const treeCache: CacheShape = { name: 'catalogue.tree', maxEntries: 1, ttlMs: 5_000 };

/** The whole tree with how many listings each branch has on sale, at most five seconds old. */
export function categoryTree(ctx: Ctx): Promise<CategoryTree> {
  return cached(ctx, treeCache, 'tree', () => readTree(ctx.db));
}

interface Row {
  id: number;
  parent_id: number | null;
  slug: string;
  name: string;
  attributes: Category['attributes'];
  warranty_days: number;
  hold_days: number | null;
  delivery_proof: DeliveryProof | null;
  delivery_data: DeliveryDataAsk | null;
  delivery_data_hint: string;
  risk_class: string;
  kind: CategoryKind | null;
  delivery_types: DeliveryType[] | null;
  icon: CategoryIcon | null;
  rules_text: string;
  on_sale: Readonly<Record<string, number>> | null;
}

async function readTree(db: Db): Promise<CategoryTree> {
  const { rows } = await sql<Row>`
    select c.id, c.parent_id, c.slug, c.name, c.attributes, c.warranty_days, c.hold_days, c.delivery_proof, c.delivery_data, c.delivery_data_hint, c.risk_class, c.kind, c.delivery_types, c.icon,
      c.rules_text, l.on_sale
    from categories c
    left join (select category_id, jsonb_object_agg(deliveries, listings) as on_sale from (
        select category_id, deliveries, sum(listings) as listings from (
          select category_id, deliveries, listings from listing_tallies
          union all select category_id, deliveries, change from search_changes
          union all select category_id, delivery_choices(delivery_type, also_pickup, free_shipping), -1 from listings
            where state = 'published' and seller_id in ${sellersAway}) counted group by 1, 2) tallied
      group by category_id) l on l.category_id = c.id
    where c.active order by c.position, c.id`.execute(db);
  const roots = rows.filter((row) => row.parent_id === null);
  const all = roots.flatMap((root) => buildNodes(root, [], rows));
  return {
    all,
    roots: all.filter((node) => node.parentId === null),
    byId: new Map(all.map((node) => [node.id, node])),
    bySlug: new Map(all.map((node) => [node.slug, node])),
  };
}

/** The sum of the counts of each number. */
function addUp(parts: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [deliveries, count] of parts) sums.set(deliveries, (sums.get(deliveries) ?? 0) + count);
  return sums;
}

/** The node and all its descendants, depth first; a node's counts include its descendants. */
function buildNodes(row: Row, above: CategoryNode[], rows: Row[]): CategoryNode[] {
  const kind = row.kind ?? above.at(-1)?.kind ?? null;
  const chosenDeliveryTypes = row.delivery_types ?? above.at(-1)?.chosenDeliveryTypes ?? null;
  const node: CategoryNode = {
    id: row.id,
    parentId: row.parent_id,
    slug: row.slug,
    name: row.name,
    attributes: row.attributes,
    listingsCount: 0,
    warrantyDays: row.warranty_days,
    holdDays: row.hold_days ?? above.at(-1)?.holdDays ?? null,
    deliveryProof: row.delivery_proof ?? above.at(-1)?.deliveryProof ?? 'text',
    // The hint comes from the category that sets the choice.
    deliveryData: row.delivery_data ?? above.at(-1)?.deliveryData ?? 'optional',
    deliveryDataHint: (row.delivery_data ? row.delivery_data_hint : above.at(-1)?.deliveryDataHint) ?? '',
    rulesText: row.rules_text,
    risky: row.risk_class === 'risky',
    kind,
    chosenDeliveryTypes,
    deliveryTypes: [...allowedDeliveryTypes(kind, chosenDeliveryTypes)],
    icon: row.icon ?? above.at(-1)?.icon ?? null,
    deliveryCounts: new Map(),
    path: [],
    children: [],
    leafIds: [],
  };
  node.path = [...above, node];
  const below = rows
    .filter((each) => each.parent_id === row.id)
    .flatMap((each) => buildNodes(each, node.path, rows));
  node.children = below.filter((each) => each.parentId === node.id);
  const own = Object.entries(row.on_sale ?? {}).map(
    ([deliveries, count]) => [Number(deliveries), count] as const,
  );
  node.deliveryCounts = addUp([...own, ...node.children.flatMap((child) => [...child.deliveryCounts])]);
  node.listingsCount = [...node.deliveryCounts.values()].reduce((sum, count) => sum + count, 0);
  node.leafIds = node.children.length === 0 ? [node.id] : node.children.flatMap((child) => child.leafIds);
  return [node, ...below];
}
