import * as z from 'zod/mini';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { revisedFields } from '#domain/listings/revisions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, instant } from '#contract/fields.ts';
import { publicShipping } from '#contract/listings/content.ts';

export const getBoughtListing = endpoint({
  method: 'GET',
  path: '/orders/{hash}/listing',
  auth: 'user',
  summary: 'The listing as it was when the order was placed, for its two parties and staff (product F10).',
  params: z.strictObject({ hash }),
  reply: z.object({
    title: z.string(),
    description: z.string(),
    category: z.string(),
    attributes: z.array(z.object({ label: z.string(), value: z.string() })),
    photos: z.array(z.object({ key: z.string(), alt: z.string() })),
    priceCents: z.int(),
    deliveryType: z.enum(deliveryTypes),
    promisedHours: z.int(),
    ...publicShipping,
    /** Where it is sent from: «Curitiba, PR» (S13). */
    city: z.nullable(z.string()),
    warrantyDays: z.int(),
    /** Since when it read like this, and when it was bought. */
    writtenAt: instant,
    boughtAt: instant,
    /** The fields that differ on the current page of the listing. */
    changed: z.array(z.enum(revisedFields)),
    /** The listing still has a page. */
    visible: z.boolean(),
  }),
  errors: ['not_found'],
});
