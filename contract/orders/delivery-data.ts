import * as z from 'zod/mini';
import { deliveryDataLimits } from '#domain/orders/delivery-data.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, hash, instant, nullableInstant } from '#contract/fields.ts';

const { min, max } = deliveryDataLimits.text;

/** The buyer's text on where and how to deliver (P09). */
export const deliveryDataText = z
  .string('Escreva onde e como o vendedor deve entregar.')
  .check(
    z.trim(),
    z.minLength(min, `Escreva pelo menos ${min} letras.`),
    z.maxLength(max, `Use até ${max} letras.`),
  );

/** The same on the order's page: whole for its buyer, for its seller once the delivery began, for staff by an opening; null
 * where it is not asked for. */
export const orderDeliveryData = z.object({
  given: z.boolean(),
  text: z.nullable(z.string()),
  openedAt: nullableInstant,
  /** The viewer may write it now. */
  writable: z.boolean(),
});

export const writeDeliveryData = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/delivery-data',
  auth: 'user',
  summary: 'The buyer enters or corrects the delivery data, until the seller starts the delivery (P09).',
  limit: { max: 60, windowMs: 3_600_000, by: 'user' },
  params: z.strictObject({ hash }),
  body: z.strictObject({ text: deliveryDataText }),
  reply: emptyReply,
  errors: ['not_found', 'wrong_state', 'too_many_requests'],
});

export const openStaffDeliveryData = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/delivery-data/openings',
  auth: 'staff',
  // Each opening is recorded on its own.
  repeats: 'harmless',
  summary: 'The delivery data of an order for staff; the access is recorded.',
  limit: { max: 300, windowMs: 3_600_000, by: 'user' },
  params: z.strictObject({ hash }),
  reply: z.object({ text: z.string(), writtenAt: instant }),
  errors: ['not_found', 'own_decision', 'no_case', 'too_many_requests'],
});
