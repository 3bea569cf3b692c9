import * as z from 'zod/mini';
import { deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import { endingMoney } from '#domain/orders/endings.ts';
import { pendingResponseKinds } from '#domain/orders/pending-response.ts';
import { deliveryTypes, orderStates } from '#domain/orders/orders.ts';
import {
  paymentMethods,
  refundDestinations,
  refundReasons,
  refundStates,
} from '#domain/payments/payments.ts';
import { deliveryFile } from './delivery-files.ts';
import { shipmentStates } from '#domain/shipping/shipments.ts';
import { instant, nullableInstant } from '#contract/fields.ts';

/** A refund as the two sides of its order see it. */
export const orderRefund = z.object({
  id: z.int(),
  amountCents: z.int(),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  destination: z.enum(refundDestinations),
  /** The text of the person who refunds it, or of the staff member who refused it. */
  note: z.nullable(z.string()),
  /** One person of the team recorded a Pix for it; another confirms it. Where it goes is settled. */
  sentByHand: z.boolean(),
  /** A third party or a contestable card paid it, so it is refunded there and not to the balance. */
  returnsOnly: z.boolean(),
  /** A regret that became obsolete because the whole amount was refunded otherwise. */
  overtaken: z.boolean(),
  /** Of a regret: the number it was acknowledged with. */
  protocol: z.nullable(z.string()),
  createdAt: instant,
  /** When it should have arrived, or when a person should have decided; null once it is over. */
  expectedBy: nullableInstant,
  completedAt: nullableInstant,
});

/** The buyer's request to cancel a started delivery (P14). */
export const orderCancellation = z.object({
  state: z.enum(['open', 'accepted', 'refused', 'lapsed', 'moot']),
  note: z.string(),
  dueAt: instant,
  answerNote: z.nullable(z.string()),
  /** The evidence of the refusal; the seller sees uploads before refusing. */
  files: z.array(deliveryFile),
});

/** Spans that an order keeps from its birth (N08), in milliseconds. */
export const orderTerms = z.object({
  /** The time to confirm a manual delivery, or revealed codes. */
  confirmMs: z.int(),
  /** The time to confirm unrevealed codes, from their delivery on. */
  codeConfirmLimitMs: z.int(),
  /** The time the seller has to answer a cancellation request (P14); no answer accepts it. */
  cancellationAnswerMs: z.int(),
});

/** The record of one code that was shown to its buyer (N05). */
export const codeReveal = z.object({
  at: instant,
  /** The person and the device of the reveal: `Chrome no Windows`. */
  by: z.string(),
  device: z.string(),
  /** SHA-256 of the code, in hexadecimal. */
  contentHash: z.string(),
});

export const timelineEntry = z.object({
  event: z.string(),
  state: z.enum(orderStates),
  actor: z.string(),
  at: instant,
});

/** The pending response of an order besides its own deadlines, until when, and when its consequence happens if later. */
export const orderPendingResponse = z.object({
  for: z.enum(pendingResponseKinds),
  until: instant,
  afterwards: z.optional(instant),
});
export type OrderPendingResponse = z.infer<typeof orderPendingResponse>;

/** The events the viewer may cause now, or why not, for the buttons of the order page. */
export const orderAction = z.object({
  event: z.enum([
    'abandon',
    'start_delivery',
    'withdraw_purchase',
    'cancel_sale',
    'deliver',
    'post',
    'hand_over',
    'confirm',
    'reveal',
    'request_cancellation',
    'answer_cancellation',
    'regret',
    'refund_sale',
  ]),
  allowed: z.boolean(),
});

/** An order in a list of its buyer's or its seller's. */
export const orderRow = z.object({
  id: z.int(),
  hash: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  title: z.string(),
  cover: z.nullable(z.string()),
  /** Its listing's address, and whether it may be bought there today. */
  slug: z.string(),
  onSale: z.boolean(),
  otherParty: z.string(),
  totalCents: z.int(),
  netCents: z.int(),
  quantity: z.int(),
  deliveryType: z.enum(deliveryTypes),
  /** The parcel of a shipped order; a label is bought by the site, otherwise the seller posts at their own counter. */
  shipment: z.nullable(
    z.object({ state: z.enum(shipmentStates), hasLabel: z.boolean(), labelReady: z.boolean() }),
  ),
  /** The required proof of a manual delivery (P13). */
  deliveryProof: z.enum(deliveryProofs),
  method: z.nullable(z.enum(paymentMethods)),
  dueAt: nullableInstant,
  promisedAt: nullableInstant,
  releaseAt: nullableInstant,
  createdAt: instant,
  closedAt: nullableInstant,
  /** The codes were shown to the buyer. */
  revealed: z.boolean(),
  waits: z.nullable(orderPendingResponse),
  /** The viewer may say now how the deal was (§4.12). */
  rateable: z.boolean(),
  /** Money on its way back: when it arrives, or is decided on, and where. */
  refund: z.nullable(z.object({ by: instant, destination: z.enum(refundDestinations) })),
  /** For an undone order: the event that closed it, and what happened to the money. */
  ending: z.nullable(z.object({ event: z.string(), money: z.enum(endingMoney) })),
  cancelReason: z.nullable(z.string()),
  /** Messages of the other side that the viewer has not read. */
  unread: z.int(),
});
