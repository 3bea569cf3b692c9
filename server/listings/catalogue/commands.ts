import { sql } from 'kysely';
import type { Category } from '#contract/listings/catalogue.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Tx } from '#server/context.ts';

export interface NewCategory {
  slug: string;
  name: string;
  parentId: number | null;
  /** Order among siblings, from 1. */
  position: number;
  riskClass: 'normal' | 'risky';
  warrantyDays: number;
  /** Its own release delay; by default that of the closest parent with one, or the general rule. */
  holdDays?: number;
  /** Its own required proof of a manual delivery; by default that of the closest parent with one, or text only. */
  deliveryProof?: DeliveryProof;
  /** Whether buyers enter delivery data, with the hint for it; by default as the closest parent. */
  deliveryData?: DeliveryDataAsk;
  deliveryDataHint?: string;
  /** What is sold in it; by default as in the closest parent. */
  kind?: CategoryKind;
  /** Its own delivery types (S01); by default as in the closest parent, or all of its kind. */
  deliveryTypes?: readonly DeliveryType[] | null;
  /** Its own icon; by default that of the closest parent with one, or none. */
  icon?: CategoryIcon | null;
  attributes: Category['attributes'];
  /** Rules of the category, as sellers read them. */
  rulesText?: string;
}

/** Adds a category and returns its id. */
export async function createCategory(tx: Tx, category: NewCategory): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (parent_id, slug, name, position, risk_class, warranty_days, hold_days, delivery_proof,
      delivery_data, delivery_data_hint, kind, delivery_types, icon, attributes, rules_text)
    values (${category.parentId}, ${category.slug}, ${category.name}, ${category.position}, ${category.riskClass},
      ${category.warrantyDays}, ${category.holdDays ?? null}, ${category.deliveryProof ?? null},
      ${category.deliveryData ?? null}, ${category.deliveryDataHint ?? ''}, ${category.kind ?? null},
      ${category.deliveryTypes ?? null}::text[],
      ${category.icon ?? null}, ${JSON.stringify(category.attributes)}::jsonb, ${category.rulesText ?? ''})
    returning id`.execute(tx);
  return rows[0]!.id;
}
