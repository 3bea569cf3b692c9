import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Delivery } from '#domain/listings/delivery.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

/** The columns of a listing that say how it is delivered (S01, S02). */
export interface DeliveryColumns {
  delivery_type: DeliveryType | null;
  also_pickup: boolean;
  promised_hours: number | null;
  city_id: number | null;
  weight_grams: number | null;
  length_cm: number | null;
  width_cm: number | null;
  height_cm: number | null;
  handling_days: number | null;
  free_shipping: boolean;
  origin_address_id: number | null;
}

/** {@link DeliveryColumns}, from one listing. */
export const deliveryColumns = sql`delivery_type, also_pickup, promised_hours, city_id, weight_grams, length_cm,
  width_cm, height_cm, handling_days, free_shipping, origin_address_id`;

/** SQL assignments of all of them. */
export function deliveryAssignments(delivery: DeliveryColumns): RawBuilder<unknown> {
  return sql`delivery_type = ${delivery.delivery_type}, also_pickup = ${delivery.also_pickup},
    promised_hours = ${delivery.promised_hours}, city_id = ${delivery.city_id},
    weight_grams = ${delivery.weight_grams}, length_cm = ${delivery.length_cm}, width_cm = ${delivery.width_cm},
    height_cm = ${delivery.height_cm}, handling_days = ${delivery.handling_days},
    free_shipping = ${delivery.free_shipping}, origin_address_id = ${delivery.origin_address_id}`;
}

/** The same in the form of the domain. */
export function deliveryOf(row: DeliveryColumns): Delivery {
  return {
    deliveryType: row.delivery_type,
    alsoPickup: row.also_pickup,
    promisedHours: row.promised_hours,
    cityId: row.city_id,
    weightGrams: row.weight_grams,
    lengthCm: row.length_cm,
    widthCm: row.width_cm,
    heightCm: row.height_cm,
    handlingDays: row.handling_days,
    originAddressId: row.origin_address_id,
  };
}

/** How a listing travels as its seller edits it (`shippingFields`), from `of`. */
export const ownShippingColumns = (of: RawBuilder<unknown>) => sql`${of}.also_pickup as "alsoPickup",
  ${of}.weight_grams as "weightGrams", ${of}.length_cm as "lengthCm", ${of}.width_cm as "widthCm",
  ${of}.height_cm as "heightCm", ${of}.handling_days as "handlingDays", ${of}.free_shipping as "freeShipping"`;

/** The same as buyers see it (`publicShipping`), from a listing or a version. */
export const publicShippingColumns = (of: RawBuilder<unknown>) => sql`${of}.also_pickup as "alsoPickup",
  ${of}.free_shipping as "freeShipping",
  case when ${of}.delivery_type = 'shipping' then ${of}.handling_days end as "handlingDays",
  case when ${of}.delivery_type = 'shipping' then json_build_object('weightGrams', ${of}.weight_grams,
    'lengthCm', ${of}.length_cm, 'widthCm', ${of}.width_cm, 'heightCm', ${of}.height_cm) end as package`;
