import * as contract from '#contract/listings/stock-alerts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { awaitListing, stopAwaiting } from './commands.ts';
import { awaitedListings, isAwaited, isOnSale } from './queries.ts';

const ok = { ok: true } as const;

export const awaitedRoutes: Route[] = [
  route(contract.listAwaited, (ctx, call) => awaitedListings(ctx.db, call.viewer, call.query.page)),
  route(contract.getAwaited, async (ctx, call) => ({
    waiting: await isAwaited(ctx.db, call.viewer, call.params.id),
    onSale: await isOnSale(ctx.db, call.params.id),
  })),
  route(contract.awaitListing, async (ctx, call) => {
    await awaitListing(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.stopAwaiting, async (ctx, call) => {
    await stopAwaiting(ctx, call.viewer, call.params.id);
    return ok;
  }),
];
