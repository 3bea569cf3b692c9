import { sql } from 'kysely';
import type { Address, changeAddress as changeEndpoint } from '#contract/addresses/addresses.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { AddressFields } from '#domain/addresses/addresses.ts';
import { fail } from '#domain/errors.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { changeAddress, deleteAddress } from '#server/addresses/commands.ts';
import { cityCalled } from '#server/places/cities.ts';
import { writeVersion } from './versions.ts';

/** SQL condition: listing `l` is shipped, or will be when its pending change is approved. */
const isShipped = sql`(l.delivery_type = 'shipping' or exists (select from listing_revisions r
  where r.listing_id = l.id and r.state = 'pending' and r.delivery_type = 'shipping'))`;

/** Drafts lose a deleted address of origin; every other listing keeps it, because it may be bought or approved. */
const draftStates: readonly ListingState[] = ['draft', 'changes_requested', 'rejected', 'removed'];

/** Replaces the content of an own address; the listings that are shipped from it move to its city (S02). */
export async function changeOrigin(
  ctx: Ctx,
  viewer: Viewer,
  input: Body<typeof changeEndpoint> & { id: number },
): Promise<Address> {
  return changeAddress(ctx, viewer, input, (tx, fields) => moveListings(ctx, tx, input.id, fields));
}

/**
 * Deletes an own address that no listing is shipped from (S02).
 * @throws `address_in_use` with `meta {listings}`
 */
export async function deleteOrigin(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await deleteAddress(ctx, viewer, id, (tx) => refuseUsedOrigin(tx, id));
}

async function refuseUsedOrigin(tx: Tx, addressId: number): Promise<void> {
  const listings = await countShippedFrom(tx, addressId);
  if (listings === 0) return;
  const count = listings === 1 ? '1 anúncio sai' : `${listings} anúncios saem`;
  fail('address_in_use', {
    detail: `${count} deste endereço. Escolha outro endereço de envio neles antes de apagar este.`,
    meta: { listings },
  });
}

async function countShippedFrom(tx: Tx, addressId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from listings l where l.origin_address_id = ${addressId}
      and l.state <> all(${draftStates}::text[]) and ${isShipped}`.execute(tx);
  return rows[0]!.count;
}

/** Those on sale get a new version. Refuses an unknown city while such listings are offered. */
async function moveListings(
  ctx: Ctx,
  tx: Tx,
  addressId: number,
  address: Pick<AddressFields, 'city' | 'state'>,
): Promise<void> {
  const city = await cityCalled(ctx, address.city, address.state);
  if (!city && (await countShippedFrom(tx, addressId)) > 0)
    fail('invalid_request', {
      errors: { city: 'Não conhecemos esta cidade, e seus anúncios saem daqui. Confira o nome dela.' },
    });
  const { rows } = await sql<{ id: number; state: ListingState }>`
    update listings l set city_id = ${city?.id ?? null}, updated_at = market_now()
    where l.origin_address_id = ${addressId} and l.city_id is distinct from ${city?.id ?? null}::int
      and l.state <> 'removed' and l.delivery_type = 'shipping' returning l.id, l.state`.execute(tx);
  for (const { id, state } of rows)
    // One transaction has one connection: nothing to gain from parallel writes.
    // oxlint-disable-next-line no-await-in-loop
    if (liveStates.includes(state)) await writeVersion(tx, id);
}
