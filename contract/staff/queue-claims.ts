import * as z from 'zod/mini';
import { claimQueues } from '#domain/staff/queue-claims.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant } from '#contract/fields.ts';

const queue = z.enum(claimQueues);
const params = z.strictObject({ queue, id: idText });
const claim = z.object({
  id: z.int(),
  by: z.string(),
  mine: z.boolean(),
  since: instant,
  until: instant,
});
export type Claim = z.infer<typeof claim>;

export const listClaims = endpoint({
  method: 'GET',
  path: '/staff/holds/{queue}',
  auth: 'staff',
  summary: 'Which items of a queue are claimed by staff now.',
  params: z.strictObject({ queue }),
  reply: z.object({ items: z.array(claim) }),
});

export const claimItem = endpoint({
  method: 'PUT',
  path: '/staff/holds/{queue}/{id}',
  auth: 'staff',
  summary:
    'Claims an item for five minutes, or renews the claim; a colleague’s claim is returned unchanged unless it is taken over.',
  params,
  body: z.strictObject({ takeOver: z.optional(z.boolean()) }),
  reply: claim,
  errors: ['not_found', 'own_decision'],
});

export const releaseItem = endpoint({
  method: 'DELETE',
  path: '/staff/holds/{queue}/{id}',
  auth: 'staff',
  summary: 'Releases an own claim; a colleague’s claim stays.',
  params,
  reply: z.object({ id: z.int() }),
});
