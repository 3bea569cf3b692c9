import * as z from 'zod/mini';
import { orderStates } from '#domain/orders.ts';
import { refundDestinations, refundReasons, refundStates } from '#domain/payments.ts';
import { instant, maybeInstant } from './fields.ts';

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
});

export const timelineEntry = z.object({
  event: z.string(),
  state: z.enum(orderStates),
  actor: z.string(),
  at: instant,
});
