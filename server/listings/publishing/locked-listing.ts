import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState, Plan } from '#domain/listings/listings.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Tx } from '#server/context.ts';

/** A listing's row, locked until the transaction ends. */
export interface LockedListing {
  id: number;
  state: ListingState;
  category_id: number | null;
  title: string;
  description: string;
  price_cents: number | null;
  stock: number;
  delivery_type: DeliveryType | null;
  promised_hours: number | null;
  city_id: number | null;
  plan: Plan;
  attributes: Record<string, string>;
  image_ids: number[];
  image_alts: string[];
  ownership_declared: boolean;
  reviewed_price_cents: number | null;
  version_id: number | null;
  /** When the plan was chosen, or the listing went on sale. */
  plan_since: Date | null;
  expires_at: Date | null;
}

/** Locks and reads one's own listing. Another seller's answers `not_found`. */
export async function lockOwnListing(tx: Tx, viewer: Viewer, id: number): Promise<LockedListing> {
  const { rows } = await sql<LockedListing>`
    select id, state, category_id, title, description, price_cents, stock, delivery_type, promised_hours, city_id, plan,
      attributes, image_ids, image_alts, ownership_declared, reviewed_price_cents, version_id,
      coalesce(plan_changed_at, published_at) as plan_since, expires_at
    from listings where id = ${id} and seller_id = ${viewer.id} and state <> 'removed' for update`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}
