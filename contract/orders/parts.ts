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
import { instant, maybeInstant } from '#contract/fields.ts';

/** A refund as the two sides of its order see it. */
export const orderRefund = z.object({
  id: z.int(),
  amountCents: z.int(),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  destination: z.enum(refundDestinations),
  /** The words of whoever gives it back, or of the staff who refused it. */
  note: z.nullable(z.string()),
  /** One person of the team recorded a Pix for it; another confirms it. Where it goes is settled. */
  sentByHand: z.boolean(),
  /** Somebody else paid it, or a card that may still be contested: it goes back there, and the balance is no choice. */
  returnsOnly: z.boolean(),
  /** A regret that nobody refused: all that stayed went back by another way. */
  overtaken: z.boolean(),
  /** Of a regret: the number it was acknowledged with. */
  protocol: z.nullable(z.string()),
  createdAt: instant,
  /** When it should have arrived, or when a person should have decided; null once it is over. */
  expectedBy: maybeInstant,
  completedAt: maybeInstant,
});

/** The buyer's wish to cancel a started delivery (P14). */
export const orderCancellation = z.object({
  state: z.enum(['open', 'accepted', 'refused', 'lapsed', 'moot']),
  note: z.string(),
  dueAt: instant,
  answerNote: z.nullable(z.string()),
  /** What the refusal rests on; its seller sees before it what is sent up. */
  files: z.array(deliveryFile),
});

/** Spans that an order keeps from its birth (N08), in milliseconds. */
export const orderTerms = z.object({
  /** To confirm what was handed over, or codes once they were shown. */
  confirmMs: z.int(),
  /** To confirm codes that nobody looked at, from their delivery on. */
  codeConfirmLimitMs: z.int(),
  /** For the seller to answer a wish to cancel (P14); silence is a yes. */
  cancellationAnswerMs: z.int(),
});

/** The record of one code that was shown to its buyer (N05). */
export const codeReveal = z.object({
  at: instant,
  /** Who looked, and with what: `Chrome no Windows`. */
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

/** What an order waits for besides its own clock, until when, and when what follows happens, where that is later. */
export const orderWait = z.object({
  for: z.enum(pendingResponseKinds),
  until: instant,
  afterwards: z.optional(instant),
});
export type OrderWait = z.infer<typeof orderWait>;

/** What the viewer may do now, or why not: the buttons of the order page. */
export const orderAction = z.object({
  event: z.enum([
    'abandon',
    'start_delivery',
    'withdraw_purchase',
    'cancel_sale',
    'deliver',
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
  /** What a delivery by hand brings (P13). */
  deliveryProof: z.enum(deliveryProofs),
  method: z.nullable(z.enum(paymentMethods)),
  dueAt: maybeInstant,
  promisedAt: maybeInstant,
  releaseAt: maybeInstant,
  createdAt: instant,
  closedAt: maybeInstant,
  /** The codes were shown to the buyer. */
  revealed: z.boolean(),
  waits: z.nullable(orderWait),
  /** The viewer may say now how the deal was (§4.12). */
  rateable: z.boolean(),
  /** Money on its way back: when it arrives, or is decided on, and where. */
  refund: z.nullable(z.object({ by: instant, destination: z.enum(refundDestinations) })),
  /** Of one that came to nothing: the event that closed it, and what became of the money. */
  ending: z.nullable(z.object({ event: z.string(), money: z.enum(endingMoney) })),
  /** Messages of the other side that the viewer has not read. */
  unread: z.int(),
});
