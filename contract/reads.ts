import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A page needs fewer; more in one request would let one caller occupy the process. */
export const maxReads = 20;

/** Below `/api/v1`, such as `/purchases?tab=abertas`. */
const path = z.string().check(z.maxLength(500), z.regex(/^\/[a-z][^#\s]*$/));

/** What a page needs from the API in one request, so that a slow connection is crossed once. */
export const readMany = endpoint({
  method: 'GET',
  path: '/reads',
  auth: 'public',
  pending: true,
  summary:
    'The replies of several GET calls, in their order. Each is authorized, limited and answered as if called alone.',
  query: z.strictObject({
    path: z.pipe(
      z.transform((given: unknown) => (Array.isArray(given) ? (given as unknown[]) : [given])),
      z.array(path).check(z.minLength(1), z.maxLength(maxReads)),
    ),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        status: z.int(),
        /** What the call answers: `{"data": …}`, or the problem. */
        body: z.unknown(),
      }),
    ),
  }),
});
