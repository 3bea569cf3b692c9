import * as z from 'zod/mini';
import { orderStates } from '#domain/orders/orders.ts';
import { returnStates } from '#domain/shipping/returns/returns.ts';
import { carrierEventKinds, shipmentStates } from '#domain/shipping/shipments.ts';
import { ownCarriers } from '#domain/shipping/tracking-codes.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, hash, instant, nullableInstant, singleLine } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';
import { calendarDay, pageReply, queueDue, queueQuery } from '#contract/staff/tables.ts';
import { orderAddress, parcelEvents } from './shipments.ts';

/** The tabs of the queue, the most urgent first. */
export const shipmentTabs = [
  'parados',
  'nao-entregues',
  'nao-postados',
  'retiradas',
  'contradicoes',
  'devolucoes',
  'voltando',
  'extraviados',
] as const;
export type ShipmentTab = (typeof shipmentTabs)[number];

const row = z.object({
  /** The order's. */
  id: z.int(),
  code: z.string(),
  title: z.string(),
  orderState: z.enum(orderStates),
  buyer: z.string(),
  seller: z.string(),
  totalCents: z.int(),
  /** Null for a pickup. */
  parcel: z.nullable(
    z.object({
      state: z.enum(shipmentStates),
      carrier: z.string(),
      serviceName: z.string(),
      trackingCode: z.nullable(z.string()),
    }),
  ),
  /** Since when it is in the state that its tab lists. */
  since: instant,
  /** The next deadline of the order or its parcel; null where nothing more happens by time. */
  due: z.nullable(queueDue),
});
export type StaffShipmentRow = z.infer<typeof row>;

export const listShipments = endpoint({
  method: 'GET',
  path: '/staff/shipments',
  auth: 'staff',
  summary:
    'Parcels and pickups that staff look at, by tab and page: silent, undelivered, unposted, stuck pickups, contradictions, contested returns, coming back, lost (S15).',
  query: queueQuery({ tab: z.optional(z.enum(shipmentTabs)) }),
  reply: z.object({
    ...pageReply(row).shape,
    counts: z.record(z.enum(shipmentTabs), z.int()),
  }),
});

const quoteShare = z.object({ quotes: z.int(), fallbacks: z.int() });

export const getShippingHealth = endpoint({
  method: 'GET',
  path: '/staff/shipping-health',
  auth: 'staff',
  summary: 'Whether the carrier answers: quotes, failed questions, labels, webhooks, and late parcels (S15).',
  reply: z.object({
    /** The configured provider; null where only the own table is used. */
    provider: z.nullable(z.string()),
    /** The newest quote or event that came from it; null before the first. */
    answeredAt: nullableInstant,
    /** Quotes, and those that the own table answered because the provider did not. */
    day: quoteShare,
    week: quoteShare,
    /** Parcels whose last question failed, and the most failures in a row. */
    failingParcels: z.int(),
    mostFailures: z.int(),
    /** Paid orders whose seller has not bought the label yet. */
    labelsToBuy: z.int(),
    /** Labels of cancelled parcels that the carrier has not cancelled yet. */
    labelsToCancel: z.int(),
    /** Webhooks of 7 days, with a valid signature and without. */
    notices: z.object({ accepted: z.int(), refused: z.int(), newestAt: nullableInstant }),
    /** Parcels delivered in 30 days by service, and how many of them after the promised day. */
    services: z.array(z.object({ service: z.string(), delivered: z.int(), late: z.int() })),
    countedAt: instant,
  }),
});

const freightDay = z.object({
  /** The day of the posting in São Paulo. */
  day: z.string(),
  carrier: z.string(),
  count: z.int(),
  quotedCents: z.int(),
  /** The freight that buyers paid. */
  paidCents: z.int(),
  /** What the carrier charges by now. */
  chargedCents: z.int(),
  /** What the sales paid for their labels. */
  spentCents: z.int(),
  /** Booked as owed to the carrier. */
  bookedCents: z.int(),
});
export type FreightDay = z.infer<typeof freightDay>;

export const listFreightDays = endpoint({
  method: 'GET',
  path: '/staff/freight-days',
  auth: 'staff',
  summary:
    'Quoted, charged and booked freight of the labels that the platform bought, by day and carrier (admins only; S15).',
  query: z.strictObject({ from: calendarDay, to: calendarDay }),
  reply: z.object({
    /** Newest first. Without a query, the last 30 days. */
    items: z.array(freightDay),
    /** The balance of the account `freight_payable`. */
    owedCents: z.int(),
  }),
  errors: ['forbidden', 'invalid_request'],
});

/** The parcel of an order as staff see it. */
export const staffShipment = z.object({
  state: z.enum(shipmentStates),
  /** The site buys the label; otherwise the seller posts it at their own counter. */
  hasLabel: z.boolean(),
  labelReady: z.boolean(),
  labelCancelledAt: nullableInstant,
  carrier: z.string(),
  serviceName: z.string(),
  businessDays: z.int(),
  handlingDays: z.int(),
  originState: z.string(),
  destinationState: z.string(),
  package: z.object({
    weightGrams: z.int(),
    lengthCm: z.int(),
    widthCm: z.int(),
    heightCm: z.int(),
  }),
  insuredCents: z.int(),
  quotedCents: z.int(),
  freightCents: z.int(),
  chargedCents: z.nullable(z.int()),
  trackingCode: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  postedAt: nullableInstant,
  promisedAt: nullableInstant,
  /** When the carrier is asked again, and how often it gave no answer since it last did. */
  nextCheckAt: nullableInstant,
  failedChecks: z.int(),
  contradictedAt: nullableInstant,
  /** Newest first by the carrier's time. */
  events: z.array(
    z.object({
      kind: z.enum(carrierEventKinds),
      at: instant,
      receivedAt: instant,
      place: z.string(),
      words: z.string(),
      by: z.enum(['carrier', 'seller', 'system', 'staff']),
    }),
  ),
  /** The newest return of the order and its parcel (S11); null without one. */
  back: z.nullable(
    z.object({
      state: z.enum(returnStates),
      parcelState: z.enum(shipmentStates),
      trackingCode: z.nullable(z.string()),
      events: parcelEvents,
    }),
  ),
});
export type StaffShipment = z.infer<typeof staffShipment>;

/** The handover of a picked up order as staff see it, who never see the code. */
export const staffPickup = z.object({ until: nullableInstant, triesLeft: z.int() });

const params = z.strictObject({ hash });
const errors = ['not_found', 'wrong_state', 'own_decision'] as const;

export const correctTrackingCode = endpoint({
  method: 'PUT',
  path: '/staff/orders/{hash}/tracking-code',
  auth: 'staff',
  summary: 'Corrects the tracking code that a seller typed, for a recorded reason (S09, S15).',
  params,
  body: z.strictObject({
    carrier: z.enum(ownCarriers, 'Escolha a transportadora.'),
    trackingCode: z
      .string('Informe o código de rastreio.')
      .check(singleLine, z.maxLength(60, 'Confira o código de rastreio.')),
    reason: staffReason,
  }),
  reply: z.object({ trackingCode: z.string() }),
  errors,
});

export const resetPickupTries = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/pickup-tries',
  auth: 'staff',
  idempotent: true,
  summary: 'Gives back the ten tries of a pickup code, for a recorded reason (S12, S15).',
  params,
  body: z.strictObject({ reason: staffReason }),
  reply: staffPickup,
  errors,
});

export const settleContradiction = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/contradiction-settlement',
  auth: 'staff',
  idempotent: true,
  summary: "Takes a parcel that contradicts its order's end out of the queue, for a recorded reason (S15).",
  params,
  body: z.strictObject({ reason: staffReason }),
  reply: emptyReply,
  errors,
});

export const openOrderAddresses = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/address-openings',
  auth: 'staff',
  // Each reading is recorded on its own.
  repeats: 'harmless',
  summary:
    'The addresses of a shipped order, for an open case or, for an admin, a reason; every access is recorded and counts towards the daily limit (S03, T110).',
  params,
  body: z.strictObject({ reason: staffReason }),
  reply: z.object({ to: z.nullable(orderAddress), from: z.nullable(orderAddress) }),
  errors: ['not_found', 'own_decision', 'no_case', 'too_many_requests'],
});
