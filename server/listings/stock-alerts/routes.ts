import * as contract from '#contract/listings/stock-alerts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { addStockAlert, removeStockAlert } from './commands.ts';
import { listStockAlerts, hasStockAlert, isOnSale } from './queries.ts';

const ok = { ok: true } as const;

export const stockAlertRoutes: Route[] = [
  route(contract.listStockAlerts, (ctx, call) => listStockAlerts(ctx.db, call.viewer, call.query.page)),
  route(contract.getStockAlert, async (ctx, call) => ({
    waiting: await hasStockAlert(ctx.db, call.viewer, call.params.id),
    onSale: await isOnSale(ctx.db, call.params.id),
  })),
  route(contract.createStockAlert, async (ctx, call) => {
    await addStockAlert(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.deleteStockAlert, async (ctx, call) => {
    await removeStockAlert(ctx, call.viewer, call.params.id);
    return ok;
  }),
];
