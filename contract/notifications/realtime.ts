import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const getRealtime = endpoint({
  method: 'GET',
  path: '/public/realtime',
  auth: 'public',
  summary:
    'The realtime server for browsers, which speaks the Pusher protocol: ours, unless the operator configured another.',
  reply: z.object({
    key: z.string(),
    /** Null: where the page came from. */
    host: z.nullable(z.string()),
    port: z.nullable(z.int()),
    tls: z.boolean(),
    cluster: z.string(),
  }),
});
