import { sql } from 'kysely';
import type { Category } from '#contract/listings/catalogue.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { allowedDeliveryTypes } from '#domain/listings/delivery.ts';
import { fail } from '#domain/errors.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Queryable, Tx } from '#server/context.ts';

/** A leaf category, which can hold listings, with its path from the root. */
export interface Leaf {
  id: number;
  path: number[];
  attributes: Category['attributes'];
  risky: boolean;
  /** What is sold in it; null: anything. */
  kind: CategoryKind | null;
  /** How it may be delivered (S01). */
  deliveryTypes: readonly DeliveryType[];
}

/** An active leaf category; null when it does not exist. Throws `invalid_request` for one with children. */
export async function leafCategory(db: Queryable, id: number): Promise<Leaf | null> {
  const found = await findLeaf(db, id);
  if (found?.leaf === false)
    fail('invalid_request', { errors: { categoryId: 'Escolha uma das subcategorias.' } });
  return found ?? null;
}

/** An active category, and whether it is a leaf. */
export async function findLeaf(db: Queryable, id: number): Promise<(Leaf & { leaf: boolean }) | undefined> {
  const { rows } = await sql<Leaf & { leaf: boolean; chosen: DeliveryType[] | null }>`
    with recursive up as (
      select id, parent_id, kind, delivery_types, 1 as height from categories where id = ${id} and active
      union all select c.id, c.parent_id, c.kind, c.delivery_types, up.height + 1 from categories c join up on c.id = up.parent_id)
    select c.id, c.attributes, c.risk_class = 'risky' as risky,
      (select up.kind from up where up.kind is not null order by up.height limit 1) as kind,
      (select up.delivery_types from up where up.delivery_types is not null order by up.height limit 1) as chosen,
      (select array_agg(up.id order by up.height desc) from up) as path,
      not exists (select from categories child where child.parent_id = c.id) as leaf
    from categories c where c.id = ${id} and c.active`.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const { chosen, ...leaf } = found;
  return { ...leaf, deliveryTypes: allowedDeliveryTypes(leaf.kind, chosen) };
}

/** An active leaf category; otherwise throws `invalid_request` at the field `categoryId`. */
export async function requireLeafCategory(tx: Tx, id: number): Promise<Leaf> {
  const errors = { categoryId: 'Esta categoria não existe mais. Escolha outra.' };
  return (await leafCategory(tx, id)) ?? fail('invalid_request', { errors });
}
