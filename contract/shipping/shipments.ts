import * as z from 'zod/mini';
import { ownCarriers } from '#domain/shipping/tracking-codes.ts';
import { carrierEventKinds, shipmentStates } from '#domain/shipping/shipments.ts';
import { states } from '#domain/addresses/states.ts';
import { orderStates } from '#domain/orders/orders.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, hash, instant, nullableInstant, singleLine, sixDigits } from '#contract/fields.ts';

/** An address of an order, as it was when the order was placed (S03). */
export const orderAddress = z.object({
  recipient: z.string(),
  /** E.164. */
  phone: z.string(),
  postalCode: z.string(),
  street: z.string(),
  number: z.nullable(z.string()),
  complement: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.enum(states),
});
export type OrderAddress = z.infer<typeof orderAddress>;

/** What happened to a parcel, newest first, with the carrier's time, place and words. */
export const parcelEvents = z.array(
  z.object({ kind: z.enum(carrierEventKinds), at: instant, place: z.string(), words: z.string() }),
);

/** The parcel of a shipped order, as its parties and staff see it. */
export const orderShipment = z.object({
  state: z.enum(shipmentStates),
  carrier: z.string(),
  serviceName: z.string(),
  /** What the buyer paid for it; a part of the total. */
  freightCents: z.int(),
  businessDays: z.int(),
  package: z.object({
    weightGrams: z.int(),
    lengthCm: z.int(),
    widthCm: z.int(),
    heightCm: z.int(),
  }),
  /** The site buys the label; otherwise the seller posts it at their own counter. */
  hasLabel: z.boolean(),
  labelReady: z.boolean(),
  /** What the sale pays for the label, out of the seller's part (S06); null for the buyer. */
  labelCents: z.nullable(z.int()),
  trackingCode: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  postedAt: nullableInstant,
  /** Before the posting the end of the time to post, then the end of the promised day; null before payment. */
  promisedAt: nullableInstant,
  /** The end of the time in which the buyer can collect it at a branch; null while it is at none (S10). */
  collectBy: nullableInstant,
  /** The sentence of what the viewer does next (N12); null for staff. */
  nextStep: z.nullable(z.string()),
  events: parcelEvents,
  /** Where it goes: for the buyer, and for the seller from the payment until 30 days after the end. */
  to: z.nullable(orderAddress),
  /** Where it comes from, for the seller's label. */
  from: z.nullable(orderAddress),
});
export type OrderShipment = z.infer<typeof orderShipment>;

/** The handover of a picked up order (S12). */
export const orderPickup = z.object({
  /** The buyer's code; null for others, and before the payment. */
  code: z.nullable(z.string()),
  /** Until when it can be handed over; null before the payment. */
  until: nullableInstant,
  triesLeft: z.int(),
});
export type OrderPickup = z.infer<typeof orderPickup>;

const params = z.strictObject({ hash });
const moved = z.object({ hash: z.string(), state: z.enum(orderStates) });

export const buyLabel = endpoint({
  method: 'POST',
  path: '/orders/{hash}/label',
  auth: 'user',
  // The label of an order is bought once, however often it is asked for.
  repeats: 'harmless',
  summary: "Buys the label of a shipped order from its carrier, for the order's seller (S14).",
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  params,
  reply: z.object({ trackingCode: z.nullable(z.string()) }),
  errors: ['not_found', 'wrong_state', 'unavailable', 'too_many_requests'],
});

export const maxLabels = 50;

export const printLabels = endpoint({
  method: 'POST',
  path: '/labels',
  auth: 'user',
  // It reads only.
  repeats: 'harmless',
  summary: "One PDF with the labels of the seller's orders (S14).",
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  body: z.strictObject({
    hashes: z
      .array(hash, 'Escolha as vendas.')
      .check(
        z.minLength(1, 'Escolha as vendas.'),
        z.maxLength(maxLabels, `Imprima até ${maxLabels} etiquetas de uma vez.`),
      ),
  }),
  /** The PDF in base 64. */
  reply: z.object({ pdf: z.string() }),
  errors: ['not_found', 'unavailable', 'too_many_requests'],
});

export const postParcel = endpoint({
  method: 'POST',
  path: '/orders/{hash}/posting',
  auth: 'user',
  idempotent: true,
  summary:
    'The seller says that a parcel without a label of the site was posted, with its tracking code if it has one (S07, S09).',
  params,
  body: z.strictObject({
    carrier: z.enum(ownCarriers, 'Escolha a transportadora.'),
    trackingCode: z.nullable(z.string().check(singleLine, z.maxLength(60, 'Confira o código de rastreio.'))),
  }),
  reply: moved,
  errors: ['not_found', 'wrong_state'],
});

export const handOver = endpoint({
  method: 'POST',
  path: '/orders/{hash}/handover',
  auth: 'user',
  // The second call finds the order delivered.
  repeats: 'harmless',
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  summary: "The seller hands over a picked up order with the buyer's six digits (S12).",
  params,
  body: z.strictObject({ code: sixDigits }),
  reply: moved,
  errors: ['not_found', 'wrong_state', 'too_many_requests'],
});

export const receiveCarrierEvent = endpoint({
  method: 'POST',
  path: '/webhooks/shipping/{provider}',
  auth: 'webhook',
  // What happened is read from the carrier, however often it says so.
  repeats: 'harmless',
  summary:
    "A carrier's signed webhook: the parcels that it names are read again from the carrier's API (S09).",
  params: z.strictObject({ provider: z.string().check(z.regex(/^[a-z_-]{2,30}$/)) }),
  body: z.unknown(),
  reply: emptyReply,
  errors: ['webhook_signature', 'not_found', 'too_many_requests'],
});
