import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const getRealtime = endpoint({
  method: 'GET',
  path: '/public/realtime',
  auth: 'public',
  summary:
    'Where a browser hears of news: a server of the Pusher protocol, ours unless the operator named another.',
  reply: z.object({
    key: z.string(),
    /** Null: where the page came from. */
    host: z.nullable(z.string()),
    port: z.nullable(z.int()),
    tls: z.boolean(),
    cluster: z.string(),
  }),
});
