import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import {
  cityFaults,
  deliveryTypeFault,
  noDeliveryRules,
  shippingFaults,
  shippingLimitFaults,
} from '#domain/listings/delivery.ts';
import type { DeliveryRules } from '#domain/listings/delivery.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { currentRules } from '#server/settings/queries.ts';
import { findAddress } from '#server/addresses/queries.ts';
import { cityCalled } from '#server/places/cities.ts';
import type { Changes } from './changes.ts';
import { deliveryOf } from './delivery-columns.ts';
import type { DeliveryColumns } from './delivery-columns.ts';
import { findLeaf } from './leaf-category.ts';
import type { LockedListing } from './locked-listing.ts';

/** What a change of the delivery of one's own listing needs. */
interface Given {
  viewer: Viewer;
  listing: LockedListing;
  changes: Changes;
}

/**
 * The delivery of a listing after a change, which may stay incomplete. Hours are promised for a manual delivery only;
 * pickup beside shipping and free freight belong to shipping.
 * @throws `invalid_request` for an unknown city or another person's address
 */
export async function deliveryAfter(ctx: Ctx, tx: Tx, given: Given): Promise<DeliveryColumns> {
  const { listing, changes } = given;
  const type = changes.deliveryType ?? listing.delivery_type;
  const ships = type === 'shipping';
  const after = {
    delivery_type: type,
    also_pickup: ships && (changes.alsoPickup ?? listing.also_pickup),
    promised_hours: promisedHoursAfter(listing, changes),
    weight_grams: orFormer(changes.weightGrams, listing.weight_grams),
    length_cm: orFormer(changes.lengthCm, listing.length_cm),
    width_cm: orFormer(changes.widthCm, listing.width_cm),
    height_cm: orFormer(changes.heightCm, listing.height_cm),
    handling_days: orFormer(changes.handlingDays, listing.handling_days),
    free_shipping: ships && (changes.freeShipping ?? listing.free_shipping),
    origin_address_id: orFormer(changes.originAddressId, listing.origin_address_id),
  };
  return { ...after, city_id: await cityAfter(ctx, tx, given, after) };
}

function orFormer<T>(changed: T | undefined, former: T): T {
  return changed === undefined ? former : changed;
}

function promisedHoursAfter(listing: LockedListing, { deliveryType, promisedHours }: Changes): number | null {
  const type = deliveryType ?? listing.delivery_type;
  if (type !== null && type !== 'manual') return 0;
  // The 0 hours of another type are no promise.
  return promisedHours ?? (listing.promised_hours === 0 ? null : listing.promised_hours);
}

/** The city: that of the address of origin for a shipped listing, otherwise the one that its seller chose (S13). */
async function cityAfter(
  ctx: Ctx,
  tx: Tx,
  { viewer, listing, changes: { cityId } }: Given,
  { delivery_type: type, origin_address_id: originId }: Omit<DeliveryColumns, 'city_id'>,
): Promise<number | null> {
  if (originId !== null && originId !== listing.origin_address_id)
    await ownOrigin(ctx, tx, viewer.id, originId);
  if (type !== 'shipping' || originId === null) return chosenCity(tx, listing, cityId);
  const city = await cityOfOrigin(ctx, tx, viewer.id, originId);
  if (cityId !== undefined && cityId !== city)
    fail('invalid_request', {
      errors: { cityId: 'A cidade é a do endereço de onde o produto sai. Mude o endereço.' },
    });
  return city;
}

async function chosenCity(tx: Tx, listing: LockedListing, cityId: number | null | undefined) {
  if (cityId === undefined) return listing.city_id;
  if (cityId === null || cityId === listing.city_id) return cityId;
  const { rows } = await sql`select from cities where id = ${cityId}`.execute(tx);
  if (rows.length === 0)
    fail('invalid_request', { errors: { cityId: 'Esta cidade não existe. Escolha uma da lista.' } });
  return cityId;
}

/**
 * The city of a seller's address; null when the table of municipalities does not have it.
 * @throws `invalid_request` for another person's address
 */
export async function cityOfOrigin(
  ctx: Ctx,
  tx: Tx,
  sellerId: number,
  originId: number,
): Promise<number | null> {
  const address = await ownOrigin(ctx, tx, sellerId, originId);
  return (await cityCalled(ctx, address.city, address.state))?.id ?? null;
}

async function ownOrigin(ctx: Ctx, tx: Tx, sellerId: number, originId: number) {
  const errors = { originAddressId: 'Este endereço não está mais na sua lista. Escolha outro.' };
  return (await findAddress(ctx, tx, sellerId, originId)) ?? fail('invalid_request', { errors });
}

/** What is missing in the delivery of a shipped listing (S02). */
export function originFaults(delivery: DeliveryColumns, rules: ShippingRules): FieldErrors {
  const unknownCity =
    delivery.delivery_type === 'shipping' && delivery.origin_address_id !== null && delivery.city_id === null;
  return {
    ...shippingFaults(deliveryOf(delivery)),
    ...shippingLimitFaults(deliveryOf(delivery), rules),
    ...(unknownCity && {
      originAddressId: 'Não conhecemos a cidade deste endereço. Corrija o nome dela no endereço.',
    }),
  };
}

/**
 * The same for a listing on sale, which cannot lose what its delivery or its pending change needs.
 * @returns null when nothing changes
 */
export async function liveDeliveryAfter(ctx: Ctx, tx: Tx, given: Given): Promise<DeliveryColumns | null> {
  const { listing, changes } = given;
  // The type and the hours change by review only.
  const { deliveryType: _type, promisedHours: _hours, ...free } = changes;
  const after = await deliveryAfter(ctx, tx, { ...given, changes: free });
  const names = Object.keys(after) as (keyof DeliveryColumns)[];
  if (names.every((name) => after[name] === listing[name])) return null;
  const category = listing.category_id === null ? undefined : await findLeaf(tx, listing.category_id);
  const { shipping } = (await currentRules(ctx.db, tx)).rules;
  const errors = liveFaults(listing, after, { ...(category ?? noDeliveryRules), shipping });
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return after;
}

type LiveRules = DeliveryRules & { shipping: ShippingRules };

function liveFaults(listing: LockedListing, after: DeliveryColumns, rules: LiveRules): FieldErrors {
  const becoming = { ...deliveryOf(after), deliveryType: 'shipping' as const };
  const addsPickup = after.also_pickup && !listing.also_pickup;
  const pickupFault = addsPickup ? deliveryTypeFault(rules.deliveryTypes, 'pickup') : null;
  return {
    ...originFaults(after, rules.shipping),
    ...(listing.becomes_shipped && {
      ...shippingFaults(becoming),
      ...shippingLimitFaults(becoming, rules.shipping),
    }),
    ...(after.city_id !== listing.city_id && cityFaults(rules, deliveryOf(after))),
    ...(pickupFault && { alsoPickup: pickupFault }),
  };
}
