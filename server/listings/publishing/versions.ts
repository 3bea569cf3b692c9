import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';

/**
 * Stores the current content as a new version and makes it the current one. Every publication and every price change
 * writes a version, so that an order can always show what was bought (F10).
 */
export async function writeVersion(tx: Tx, listingId: number): Promise<void> {
  await sql`
    with version as (
      insert into listing_versions (listing_id, title, description, category_id, price_cents, delivery_type,
        promised_hours, plan, attributes, image_keys, image_alts, city_id, also_pickup, weight_grams, length_cm,
        width_cm, height_cm, handling_days, free_shipping)
      select l.id, l.title, l.description, l.category_id, l.price_cents, l.delivery_type, l.promised_hours, l.plan,
        l.attributes, (select coalesce(array_agg(i.key order by wanted.place), '{}')
          from unnest(l.image_ids) with ordinality wanted (id, place) join images i on i.id = wanted.id),
        l.image_alts, l.city_id, l.also_pickup, l.weight_grams, l.length_cm, l.width_cm, l.height_cm,
        l.handling_days, l.free_shipping
      from listings l where l.id = ${listingId} returning id)
    update listings set version_id = version.id from version where listings.id = ${listingId}`.execute(tx);
}
