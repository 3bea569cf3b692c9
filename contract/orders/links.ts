import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { hash } from '#contract/fields.ts';

export const renewLink = endpoint({
  method: 'POST',
  path: '/orders/{hash}/link',
  auth: 'user',
  summary: 'The buyer replaces the link of the order; the old one stops working (§4.17).',
  idempotent: true,
  limit: { max: 10, windowMs: 3_600_000, by: 'user' },
  params: z.strictObject({ hash }),
  reply: z.object({ hash: z.string() }),
  errors: ['not_found'],
});
