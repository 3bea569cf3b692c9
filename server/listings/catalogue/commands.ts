import { sql } from 'kysely';
import type { Category } from '#contract/listings/catalogue.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import type { Tx } from '#server/context.ts';

export interface NewCategory {
  slug: string;
  name: string;
  parentId: number | null;
  /** Order among siblings, from 1. */
  position: number;
  riskClass: 'normal' | 'risky';
  warrantyDays: number;
  /** Its own retention; without one that of the categories above it, or the general rule. */
  holdDays?: number;
  /** Its own proof of a delivery by hand; without one that of the categories above it, or words alone. */
  deliveryProof?: DeliveryProof;
  /** Its own choice whether buyers say where and how to deliver, and the hint for it. */
  deliveryData?: DeliveryDataAsk;
  deliveryDataHint?: string;
  attributes: Category['attributes'];
  /** What is asked of listings here, in words for sellers. */
  rulesText?: string;
}

/** Adds a category and returns its id. */
export async function createCategory(tx: Tx, category: NewCategory): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (parent_id, slug, name, position, risk_class, warranty_days, hold_days, delivery_proof,
      delivery_data, delivery_data_hint, attributes, rules_text)
    values (${category.parentId}, ${category.slug}, ${category.name}, ${category.position}, ${category.riskClass},
      ${category.warrantyDays}, ${category.holdDays ?? null}, ${category.deliveryProof ?? null},
      ${category.deliveryData ?? null}, ${category.deliveryDataHint ?? ''},
      ${JSON.stringify(category.attributes)}::jsonb, ${category.rulesText ?? ''})
    returning id`.execute(tx);
  return rows[0]!.id;
}
