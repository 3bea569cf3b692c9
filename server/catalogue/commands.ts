import { sql } from 'kysely';
import type { Category } from '#contract/catalogue.ts';
import type { Tx } from '#server/context.ts';

export interface NewCategory {
  slug: string;
  name: string;
  parentId: number | null;
  /** Order among siblings, from 1. */
  position: number;
  riskClass: 'normal' | 'risky';
  warrantyDays: number;
  attributes: Category['attributes'];
}

/** Adds a category and returns its id. */
export async function createCategory(tx: Tx, category: NewCategory): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (parent_id, slug, name, position, risk_class, warranty_days, attributes)
    values (${category.parentId}, ${category.slug}, ${category.name}, ${category.position}, ${category.riskClass},
      ${category.warrantyDays}, ${JSON.stringify(category.attributes)}::jsonb)
    returning id`.execute(tx);
  return rows[0]!.id;
}
