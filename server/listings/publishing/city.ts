import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { updateListing } from '#contract/listings/own-listings.ts';
import { fail } from '#domain/errors.ts';
import { cityFaults } from '#domain/listings/category-kinds.ts';
import type { Tx } from '#server/context.ts';
import { findLeaf } from './leaf-category.ts';
import type { LockedListing } from './locked-listing.ts';

type Changes = Pick<Body<typeof updateListing>, 'cityId'>;

/** The city of a listing after a change; throws `invalid_request` for an unknown one. */
export async function cityAfter(tx: Tx, listing: LockedListing, { cityId }: Changes): Promise<number | null> {
  if (cityId === undefined) return listing.city_id;
  if (cityId === null || cityId === listing.city_id) return cityId;
  const { rows } = await sql`select from cities where id = ${cityId}`.execute(tx);
  if (rows.length === 0)
    fail('invalid_request', { errors: { cityId: 'Esta cidade não existe. Escolha uma da lista.' } });
  return cityId;
}

/** The same for a listing on sale, which cannot lose a city that its category's kind requires (S13). */
export async function liveCityAfter(
  tx: Tx,
  listing: LockedListing,
  changes: Changes,
): Promise<number | null> {
  const cityId = await cityAfter(tx, listing, changes);
  if (cityId === listing.city_id) return cityId;
  const category = listing.category_id === null ? undefined : await findLeaf(tx, listing.category_id);
  const errors = cityFaults(category?.kind ?? null, cityId);
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return cityId;
}
