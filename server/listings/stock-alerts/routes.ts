import * as contract from '#contract/listings/stock-alerts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { addStockAlert, removeStockAlert } from './commands.ts';
import { listStockAlerts, hasStockAlert, isOnSale } from './queries.ts';

const ok = { ok: true } as const;

export const stockAlertRoutes: Route[] = [
  route(contract.listAwaited, (ctx, call) => listStockAlerts(ctx.db, call.viewer, call.query.page)),
  route(contract.getAwaited, async (ctx, call) => ({
    waiting: await hasStockAlert(ctx.db, call.viewer, call.params.id),
    onSale: await isOnSale(ctx.db, call.params.id),
  })),
  route(contract.awaitListing, async (ctx, call) => {
    await addStockAlert(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.stopAwaiting, async (ctx, call) => {
    await removeStockAlert(ctx, call.viewer, call.params.id);
    return ok;
  }),
];
