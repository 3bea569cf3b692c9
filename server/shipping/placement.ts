import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChosenDelivery } from '#contract/shipping/quotes.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { isSamePlace } from '#domain/addresses/addresses.ts';
import type { AddressFields } from '#domain/addresses/addresses.ts';
import { fail } from '#domain/errors.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { unsealAddress } from '#server/addresses/content.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { offerOf, paysFreight, shippedListing, takeQuote } from './listing-quotes.ts';
import type { ShippedListing, TakenQuote } from './listing-quotes.ts';
import { orderAddressRow } from './order-addresses.ts';
import { sealPickupCode } from './pickup-codes.ts';

/** What is bought, as far as its delivery is concerned. */
interface Bought {
  listingId: number;
  sellerId: number;
  deliveryType: DeliveryType;
  alsoPickup: boolean;
  quantity: number;
}

/** How an order will be delivered, and what the statement that places it writes for that. */
export interface OrderedDelivery {
  type: DeliveryType;
  freightCents: number;
  /** Whether it is sent to the address that it is sent from. */
  isSamePlace: boolean;
  /** CTEs that read the new order's id from `placed`. */
  writes: RawBuilder<unknown>[];
}

/**
 * S04, S12: the delivery that the buyer chose, within what the listing offers.
 * @throws `invalid_request` by field, for a missing choice, an address or quote that is not the buyer's or too old
 */
export async function orderDelivery(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  bought: Bought,
  chosen: ChosenDelivery | undefined,
): Promise<OrderedDelivery> {
  const { deliveryType, alsoPickup } = bought;
  if (deliveryType === 'automatic' || deliveryType === 'manual') {
    if (chosen) refuse({ delivery: 'Este anúncio não é enviado nem retirado. Atualize a página.' });
    return { type: deliveryType, freightCents: 0, isSamePlace: false, writes: [] };
  }
  if (!chosen) return refuse({ delivery: 'Escolha como receber.' });
  if (chosen.type === 'pickup') {
    if (deliveryType !== 'pickup' && !alsoPickup)
      refuse({ delivery: 'Este anúncio não tem mais retirada em mãos. Escolha o envio.' });
    return {
      type: 'pickup',
      freightCents: 0,
      isSamePlace: false,
      writes: [pickupWrite(ctx, viewer, bought)],
    };
  }
  if (deliveryType !== 'shipping')
    refuse({ delivery: 'Este anúncio não tem mais envio. Escolha a retirada em mãos.' });
  const listing = await shippedListing(ctx, tx, { id: bought.listingId, quantity: bought.quantity });
  const to = await ownAddress(ctx, tx, viewer, chosen.addressId);
  const { listingId, quantity } = bought;
  const taken = await takeQuote(
    tx,
    { ...chosen, listingId, quantity, postalCode: to.postalCode },
    offerOf(listing),
  );
  // The price may have changed since the quote.
  const { rules } = await currentRules(ctx.db, tx);
  if (!paysFreight(listing, taken.services, rules))
    refuse({ quoteId: 'O frete grátis custa mais do que esta venda. Calcule de novo.' });
  return {
    type: 'shipping',
    freightCents: taken.freightCents,
    isSamePlace: isSamePlace(to, listing.from),
    writes: [
      shipmentWrite(listing, to, taken),
      addressesWrite(ctx, viewer, bought, { to, from: listing.from }),
    ],
  };
}

function refuse(errors: Record<string, string>): never {
  return fail('invalid_request', { errors });
}

async function ownAddress(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<AddressFields> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from addresses where id = ${id} and user_id = ${viewer.id}`.execute(tx);
  const row = rows[0] ?? refuse({ addressId: 'Este endereço foi apagado. Escolha outro.' });
  return unsealAddress(ctx.keys, { id, userId: viewer.id }, row.sealed);
}

function shipmentWrite(
  listing: ShippedListing,
  to: AddressFields,
  { quote }: TakenQuote,
): RawBuilder<unknown> {
  const { parcel, handlingDays, from, unitPriceCents, quantity } = listing;
  return sql`shipped as (
    insert into shipments (order_id, source, service, carrier, service_name, quoted_cents, business_days, weight_grams,
      length_cm, width_cm, height_cm, insured_cents, handling_days, origin_state, destination_state)
    select id, ${quote.source}, ${quote.service}, ${quote.carrier}, ${quote.serviceName}, ${quote.priceCents},
      ${quote.businessDays}, ${parcel.weightGrams}, ${parcel.lengthCm}, ${parcel.widthCm}, ${parcel.heightCm},
      ${unitPriceCents * quantity}, ${handlingDays}, ${from.state}, ${to.state} from placed)`;
}

function addressesWrite(
  { keys }: Ctx,
  viewer: Viewer,
  { listingId, sellerId }: Bought,
  { to, from }: { to: AddressFields; from: AddressFields },
): RawBuilder<unknown> {
  return sql`addressed as (
    insert into order_addresses (order_id, kind, user_id, sealed)
    select placed.id, a.kind, a.user_id, a.sealed from placed, (values
      ${orderAddressRow(keys, { kind: 'receiving', userId: viewer.id, listingId }, to)},
      ${orderAddressRow(keys, { kind: 'sending', userId: sellerId, listingId }, from)}) a (kind, user_id, sealed))`;
}

function pickupWrite({ keys }: Ctx, viewer: Viewer, { listingId }: Bought): RawBuilder<unknown> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return sql`coded as (insert into pickups (order_id, sealed)
    select id, ${sealPickupCode(keys, { buyerId: viewer.id, listingId }, code)}::bytea from placed)`;
}
