import { estimateFreight, quoteFreight } from '#contract/shipping/quotes.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { estimates } from './estimates.ts';
import { quoteListing } from './listing-quotes.ts';

export const shippingRoutes: Route[] = [
  route(estimateFreight, (ctx, { query }) => estimates(ctx, query)),
  route(quoteFreight, (ctx, { params, body }) => quoteListing(ctx, { ...params, ...body })),
];
