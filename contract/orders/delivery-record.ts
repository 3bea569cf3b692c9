import * as z from 'zod/mini';
import { instant, nullableInstant } from '#contract/fields.ts';
import { deliveryFile } from './delivery-files.ts';
import { codeReveal, orderCancellation } from './parts.ts';

/**
 * What buyer and seller see of a delivery, for the staff who decide between them. Texts and files that are private are
 * opened one by one, and each access is recorded (T110). A code itself is never part of it (N05).
 */
export const deliveryRecord = z.object({
  /** Whether something was written with the delivery; its opening is a call of its own. */
  hasDeliveryNote: z.boolean(),
  /** How the seller proved it (P13). */
  deliveryFiles: z.array(deliveryFile),
  /** Each code that was shown to the buyer: who, when, on which device (N05). */
  reveals: z.array(codeReveal),
  /** The buyer's delivery data (P09), which is opened by a call of its own; null where none was written. */
  buyerData: z.nullable(z.object({ writtenAt: instant, openedAt: nullableInstant })),
  /** The buyer's request to cancel a started delivery, with the seller's answer and its proof (P14). */
  cancellation: z.nullable(orderCancellation),
  /** How much the two sides wrote to each other; reading it is a call of its own (F24). */
  messages: z.object({ count: z.int(), lastAt: nullableInstant }),
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;
