import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState, Plan } from '#domain/listings/listings.ts';
import type { Tx } from '#server/context.ts';
import { deliveryColumns } from './delivery-columns.ts';
import type { DeliveryColumns } from './delivery-columns.ts';

/** A listing's row, locked until the transaction ends. */
export interface LockedListing extends DeliveryColumns {
  id: number;
  seller_id: number;
  state: ListingState;
  category_id: number | null;
  title: string;
  description: string;
  price_cents: number | null;
  stock: number;
  /** Its pending change makes it a shipped listing. */
  becomes_shipped: boolean;
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
    select id, seller_id, state, category_id, title, description, price_cents, stock, ${deliveryColumns}, plan,
      exists (select from listing_revisions r where r.listing_id = listings.id and r.state = 'pending'
        and r.delivery_type = 'shipping') as becomes_shipped,
      attributes, image_ids, image_alts, ownership_declared, reviewed_price_cents, version_id,
      coalesce(plan_changed_at, published_at) as plan_since, expires_at
    from listings where id = ${id} and seller_id = ${viewer.id} and state <> 'removed' for update`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}
