import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OrderAddress } from '#contract/shipping/shipments.ts';
import type { AddressFields } from '#domain/addresses/addresses.ts';
import type { Ctx, Keys, Queryable } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

/** Which address of an order: the buyer's or the seller's. */
export type AddressKind = 'receiving' | 'sending';

/** What the encryption is bound to; the order's id does not exist yet when the address is sealed. */
interface Place {
  kind: AddressKind;
  userId: number;
  listingId: number;
}

const binding = ({ kind, userId, listingId }: Place) => `order-address:${kind}:${userId}:${listingId}`;

/** A row of `order_addresses` without its order: the address as it is now, which later changes do not touch. */
export function orderAddressRow(keys: Keys, place: Place, address: AddressFields): RawBuilder<unknown> {
  const { label: _, ...fields } = address;
  const sealed = seal(keys.seal, binding(place), JSON.stringify(fields));
  return sql`(${place.kind}, ${place.userId}::bigint, ${sealed}::bytea)`;
}

interface AddressRow {
  order_id: number;
  kind: AddressKind;
  user_id: number;
  listing_id: number;
  sealed: Buffer;
}

const columns = sql`a.order_id, a.kind, a.user_id, a.sealed, o.listing_id
  from order_addresses a join orders o on o.id = a.order_id`;

function open({ keys }: Ctx, row: AddressRow): OrderAddress {
  const place = { kind: row.kind, userId: row.user_id, listingId: row.listing_id };
  return JSON.parse(unseal(keys.seal, binding(place), row.sealed)) as OrderAddress;
}

/** The addresses of an order; null for one that was deleted when its time was over. */
export async function addressesOfOrder(
  ctx: Ctx,
  db: Queryable,
  orderId: number,
): Promise<{ to: OrderAddress | null; from: OrderAddress | null }> {
  const { rows } = await sql<AddressRow>`select ${columns} where a.order_id = ${orderId}`.execute(db);
  const find = (kind: AddressKind) => {
    const row = rows.find((each) => each.kind === kind);
    return row ? open(ctx, row) : null;
  };
  return { to: find('receiving'), from: find('sending') };
}

/** The addresses of a person's orders, for their data export. */
export async function ownOrderAddresses(ctx: Ctx, db: Queryable, userId: number): Promise<unknown[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} where a.user_id = ${userId} order by a.order_id, a.kind`.execute(db);
  return rows.map((row) => ({ order_id: row.order_id, kind: row.kind, ...open(ctx, row) }));
}
