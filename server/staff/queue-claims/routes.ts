import * as contract from '#contract/staff/queue-claims.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { claim, letGo, queueHolds } from './commands.ts';

export const holdRoutes: Route[] = [
  route(contract.listHolds, (ctx, { viewer, params }) => queueHolds(ctx.db, viewer, params.queue)),
  route(contract.holdItem, (ctx, { viewer, params, body }) => claim(ctx, viewer, { ...params, ...body })),
  route(contract.freeItem, (ctx, { viewer, params }) => letGo(ctx, viewer, params)),
];
