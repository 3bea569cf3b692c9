import * as z from 'zod/mini';
import { categoryKinds } from '#domain/listings/category-kinds.ts';
import { deliveryLimits, deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import { firstTab, purchaseTabs, saleTabs } from '#domain/orders/tabs.ts';
import { deliveryTypes, dueEvents, orderStates, settlementStates } from '#domain/orders/orders.ts';
import { paymentMethods } from '#domain/payments/payments.ts';
import { orderStops } from '#domain/payments/sale-stops.ts';
import { deliveryDataText, orderDeliveryData } from './delivery-data.ts';
import { deliveryBody, deliveryFile } from './delivery-files.ts';
import { orderSecuring } from './securing.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { endpoint } from '#contract/endpoint.ts';
import { billingFields, orderPayment } from '#contract/payments/payments.ts';
import { amountCents, hash, id, instant, nullableInstant, pageNumber } from '#contract/fields.ts';
import {
  codeReveal,
  orderAction,
  orderCancellation,
  orderRefund,
  orderRow,
  orderTerms,
  orderPendingResponse,
  timelineEntry,
} from './parts.ts';
import { chosenDelivery } from '#contract/shipping/quotes.ts';
import { publicIncident } from '#contract/incidents/incidents.ts';
import { orderPickup, orderShipment } from '#contract/shipping/shipments.ts';
import { orderReturn } from '#contract/shipping/returns.ts';
import { calendarDay } from '#contract/staff/tables.ts';

const params = z.strictObject({ hash });

/**
 * `/pedido/{hash}`: anybody with the link sees the first block; `deal` is null for strangers and whole for
 * buyer, seller and staff (§1, §4.17).
 */
export const order = z.object({
  hash: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  createdAt: instant,
  listing: z.object({ slug: z.string(), title: z.string(), cover: z.nullable(z.string()) }),
  /** Masked for strangers: `jo***`. */
  buyer: z.string(),
  seller: z.string(),
  timeline: z.array(timelineEntry),
  viewerIs: z.enum(['buyer', 'seller', 'staff', 'stranger']),
  /** The database's clock, so that countdowns do not trust the phone's. */
  now: instant,
  deal: z.nullable(
    z.object({
      id: z.int(),
      quantity: z.int(),
      unitPriceCents: z.int(),
      /** The part of the total that is freight; it bears no commission (S05). */
      freightCents: z.int(),
      totalCents: z.int(),
      /** Null for the buyer: the commission is between seller and platform. */
      commissionCents: z.nullable(z.int()),
      netCents: z.nullable(z.int()),
      deliveryType: z.enum(deliveryTypes),
      promisedHours: z.int(),
      dueAt: nullableInstant,
      dueEvent: z.nullable(z.enum(dueEvents)),
      /** Outages of ours that the order was open in, newest first: they moved its deadlines (N14). */
      incidents: z.array(publicIncident),
      promisedAt: nullableInstant,
      deliveredAt: nullableInstant,
      deliveryNote: z.nullable(z.string()),
      deliveryData: z.nullable(orderDeliveryData),
      /** The parcel of a shipped order, and the handover of one that is picked up. */
      shipment: z.nullable(orderShipment),
      pickup: z.nullable(orderPickup),
      /** The newest return of a thing (S11). */
      return: z.nullable(orderReturn),
      /** The required proof of a manual delivery (P13), and the sent files; the seller sees uploads before delivery. */
      deliveryProof: z.enum(deliveryProofs),
      categoryKind: z.nullable(z.enum(categoryKinds)),
      deliveryFiles: z.array(deliveryFile),
      revealedAt: nullableInstant,
      /** The securing of a bought account (N13); null for everything else. */
      securing: z.nullable(orderSecuring),
      /** The record of each code that was shown (N05), the same for both sides. */
      reveals: z.array(codeReveal),
      closedAt: nullableInstant,
      cancelReason: z.nullable(z.string()),
      complaintUntil: nullableInstant,
      settlement: z.nullable(
        z.object({
          state: z.enum(settlementStates),
          releaseAt: nullableInstant,
          /** For how long after the delivery it is held, and the category whose rule that is; null for everybody's. */
          holdMs: z.int(),
          holdCategory: z.nullable(z.string()),
        }),
      ),
      terms: orderTerms,
      /** The tax type of the seller; null when not stated. */
      sellerTaxType: z.nullable(z.enum(taxTypes)),
      invoiceKey: z.nullable(z.string()),
      /** The versions of the terms that both had accepted, and the rules whose numbers stand in them. */
      agreement: z.object({ buyer: z.int(), seller: z.int(), rules: z.int() }),
      payment: z.nullable(orderPayment),
      /** The total of completed and pending refunds; and the amount the bank charged back, the buyer's debt (ADR 71). */
      refundedCents: z.int(),
      chargebackCents: z.int(),
      refunds: z.array(orderRefund),
      /** The buyer's request to cancel a started delivery (P14). */
      cancellation: z.nullable(orderCancellation),
      waits: z.nullable(orderPendingResponse),
      /** Why its money is blocked besides a complaint; meanwhile unrevealed codes cannot be revealed. */
      stoppedBy: z.nullable(z.enum(orderStops)),
      /** The viewer may say now how the deal was (§4.12). */
      rateable: z.boolean(),
      /** Until when the buyer may regret (CDC art. 49); null before delivery. */
      regretUntil: nullableInstant,
      actions: z.array(orderAction),
    }),
  ),
});
export type Order = z.infer<typeof order>;

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  auth: 'user',
  standing: 'good',
  agreed: true,
  summary: 'Places an order: reserves the stock, snapshots price, fee and version, and opens a charge (P01).',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    listingId: id,
    quantity: z
      .int('Escolha a quantidade.')
      .check(z.minimum(1, 'Escolha pelo menos 1.'), z.maximum(999, 'Escolha até 999.')),
    /** The total that the buyer saw: quantity × price and freight. Another total is refused with `price_changed`. */
    expectedTotalCents: amountCents,
    method: z.enum(paymentMethods, 'Escolha uma forma de pagamento.'),
    ...billingFields,
    deliveryData: z.optional(deliveryDataText),
    /** Required where the listing is shipped or picked up. */
    delivery: chosenDelivery,
  }),
  reply: z.object({ id: z.int(), hash: z.string(), state: z.enum(orderStates), totalCents: z.int() }),
  errors: [
    'terms_changed',
    'adults_only',
    'limit_reached',
    'verification_required',
    'account_suspended',
    'own_listing',
    'out_of_stock',
    'price_changed',
    'listing_unavailable',
    'too_many_unpaid_orders',
    'method_closed',
    'email_not_verified',
  ],
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/{hash}',
  auth: 'public',
  summary:
    'An order by its link: redacted for strangers, complete for its parties and staff. Attempts to guess links are limited.',
  params,
  reply: order,
  errors: ['not_found', 'too_many_requests'],
});

export type OrderRow = z.infer<typeof orderRow>;

/** Purchases and sales have numbered pages of this many. */
export const ordersPerPage = 20;

/** First and last day on which an order was placed. */
const period = { from: calendarDay, to: calendarDay };
const chosen = {
  ...period,
  page: pageNumber,
  q: z.optional(z.string().check(z.trim(), z.maxLength(80, 'Procure por até 80 letras.'))),
};
const rows = z.object({
  items: z.array(orderRow),
  /** Of all pages. */
  total: z.int(),
  /** The tab of these orders; null without one in the question. */
  tab: z.nullable(z.string()),
  /** The database's clock. */
  now: instant,
});
const tabOf = <T extends string>(tabs: Record<T, unknown>) =>
  z.optional(z.enum([...(Object.keys(tabs) as T[]), firstTab]));

export const listPurchases = endpoint({
  method: 'GET',
  path: '/purchases',
  auth: 'user',
  summary:
    "The signed-in user's purchases, newest first; `q` finds by title, person or the order's code, and the tab `primeira` is the first that has orders.",
  query: z.strictObject({ ...chosen, tab: tabOf(purchaseTabs) }),
  reply: rows,
});

export const listSales = endpoint({
  method: 'GET',
  path: '/sales',
  auth: 'user',
  summary:
    "The signed-in user's sales, newest first; `q` finds by title, person or the order's code, and the tab `primeira` is the first that has orders.",
  query: z.strictObject({ ...chosen, tab: tabOf(saleTabs) }),
  reply: rows,
});

const tabCounts = <T extends string>(tabs: Record<T, unknown>) =>
  z.record(z.enum(Object.keys(tabs) as T[]), z.int());

export const countOrders = endpoint({
  method: 'GET',
  path: '/order-counts',
  auth: 'user',
  summary: "The count of the signed-in user's purchases and sales in each tab, in total or for some days.",
  query: z.strictObject(period),
  reply: z.object({ purchases: tabCounts(purchaseTabs), sales: tabCounts(saleTabs), now: instant }),
});

const moved = z.object({ hash: z.string(), state: z.enum(orderStates) });
const move = {
  method: 'POST',
  auth: 'user',
  idempotent: true,
  params,
  reply: moved,
  errors: ['not_found', 'wrong_state'],
} as const;

export const abandonOrder = endpoint({
  ...move,
  path: '/orders/{hash}/abandonment',
  summary: 'The buyer abandons an unpaid order (P05).',
});
export const withdrawPurchase = endpoint({
  ...move,
  path: '/orders/{hash}/withdrawal-of-purchase',
  summary: 'The buyer cancels a paid order before its delivery has started; the money is refunded (P10).',
});
export const startDelivery = endpoint({
  ...move,
  path: '/orders/{hash}/delivery-start',
  summary: 'The seller starts a manual delivery (P09).',
});
export const deliverOrder = endpoint({
  ...move,
  path: '/orders/{hash}/delivery',
  summary: 'The seller delivers with a note and the proof that the category requires (P13).',
  body: deliveryBody,
  sizes: { fileIds: deliveryLimits.files },
  errors: ['not_found', 'wrong_state', 'invalid_request'],
});
export const cancelSale = endpoint({
  ...move,
  path: '/orders/{hash}/cancellation',
  summary: 'The seller cancels a paid order; the money is refunded in full (P11).',
  body: z.strictObject({
    reason: z.enum(['no_stock', 'cannot_deliver', 'buyer_asked', 'other'], 'Escolha um motivo.'),
  }),
});
export const confirmOrder = endpoint({
  ...move,
  path: '/orders/{hash}/confirmation',
  summary: 'The buyer confirms the delivery and the money is settled (P17).',
});

export const revealCodes = endpoint({
  method: 'POST',
  path: '/orders/{hash}/reveal',
  auth: 'user',
  // Only the first time counts.
  repeats: 'harmless',
  summary: 'Shows the delivered codes to the buyer. Each first reveal is a recorded event (N05).',
  params,
  reply: z.object({
    revealedAt: instant,
    codes: z.array(z.object({ code: z.string(), contentHash: z.string() })),
  }),
  errors: ['not_found', 'wrong_state', 'payment_contested', 'payment_in_analysis', 'regret_waiting'],
});
