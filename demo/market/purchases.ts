import { sql } from 'kysely';
import { placeOrder } from '#contract/orders/orders.ts';
import { quoteFreight } from '#contract/shipping/quotes.ts';
import type { ChosenDelivery } from '#contract/shipping/quotes.ts';
import type { AddressBook } from './addresses.ts';
import { deliveryAddresses } from './delivery-notes.ts';
import type { DemoApi } from './demo-api.ts';
import type { OrderPlan } from './order-plan.ts';

/** What a listing costs now, or null when it is not on sale any more: the last unit may have gone. */
export async function priceOnSale(api: DemoApi, listingId: number): Promise<number | null> {
  const { rows } = await sql<{ price_cents: number }>`
    select price_cents from listings where id = ${listingId} and state = 'published'`.execute(api.ctx.db);
  return rows[0]?.price_cents ?? null;
}

/** Buys one unit, to be delivered as planned. @returns null when there was nothing left to buy */
export async function purchase(
  api: DemoApi,
  plan: OrderPlan,
  { listingId, addresses }: { listingId: number; addresses: AddressBook },
): Promise<{ id: number; hash: string } | null> {
  const priceCents = await priceOnSale(api, listingId);
  if (!priceCents) return null;
  const { delivery, freightCents } = await chooseDelivery(api, plan, { listingId, addresses });
  return api.call(plan.buyer, placeOrder, {
    body: {
      listingId,
      quantity: 1,
      expectedTotalCents: priceCents + freightCents,
      method: plan.method ?? 'pix',
      ...(delivery && { delivery }),
      ...(plan.delivery === 'manual' && {
        deliveryData: deliveryAddresses[listingId % deliveryAddresses.length]!,
      }),
    },
  });
}

async function chooseDelivery(
  api: DemoApi,
  { buyer, delivery, journey }: OrderPlan,
  { listingId, addresses }: { listingId: number; addresses: AddressBook },
): Promise<{ delivery?: ChosenDelivery; freightCents: number }> {
  if (delivery === 'pickup') return { delivery: { type: 'pickup' }, freightCents: 0 };
  if (delivery !== 'shipping') return { freightCents: 0 };
  const { id: addressId, postalCode } = addresses(buyer, journey?.ending);
  const { id: quoteId, services } = await api.call(buyer, quoteFreight, {
    params: { id: listingId },
    body: { postalCode, quantity: 1 },
  });
  const { service, priceCents } = services.find((each) => each.service === journey?.service) ?? services[0]!;
  return { delivery: { type: 'shipping', addressId, quoteId, service }, freightCents: priceCents };
}
