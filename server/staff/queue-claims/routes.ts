import * as contract from '#contract/staff/queue-claims.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { claimItem, releaseClaim, listQueueClaims } from './commands.ts';

export const claimRoutes: Route[] = [
  route(contract.listClaims, (ctx, { viewer, params }) => listQueueClaims(ctx.db, viewer, params.queue)),
  route(contract.claimItem, (ctx, { viewer, params, body }) =>
    claimItem(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.releaseItem, (ctx, { viewer, params }) => releaseClaim(ctx, viewer, params)),
];
