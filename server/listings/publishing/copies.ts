import { sql } from 'kysely';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import { deliveryColumns } from './delivery-columns.ts';
import { lockOwnListing } from './locked-listing.ts';
import { refuseUnproven } from './limits.ts';
import { ownListing } from '#server/listings/queries.ts';

/**
 * Creates a draft with the content of one's own listing (F07). Codes stay with the original, and the seller declares
 * ownership again for each listing.
 */
export async function copyListing(tx: Tx, viewer: Viewer, id: number): Promise<OwnListing> {
  await refuseUnproven(tx, viewer);
  await lockOwnListing(tx, viewer, id);
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, category_id, category_path, title, description, price_cents, stock, plan,
      attributes, image_ids, image_alts, cover_key, ${deliveryColumns})
    select seller_id, category_id, category_path, title, description, price_cents,
      case when delivery_type <> 'automatic' then least(greatest(stock, 1), 999) else 0 end, plan,
      attributes, image_ids, image_alts, cover_key, ${deliveryColumns}
    from listings where id = ${id} returning id`.execute(tx);
  return ownListing(tx, viewer, rows[0]!.id);
}
