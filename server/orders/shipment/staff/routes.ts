import * as contract from '#contract/shipping/staff-shipments.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { openOrderAddresses } from './addresses.ts';
import { correctTrackingCode, resetPickupTries, settleContradiction } from './corrections.ts';
import { readFreightDays } from './freight-days.ts';
import { cachedShippingHealth } from './health.ts';
import { staffShipments } from './queue.ts';

const ok = { ok: true } as const;

export const staffShipmentRoutes: Route[] = [
  route(contract.listShipments, (ctx, { query }) => staffShipments(ctx, query)),
  route(contract.getShippingHealth, (ctx) => cachedShippingHealth(ctx)),
  route(contract.listFreightDays, (ctx, { viewer, query }) => readFreightDays(ctx, viewer, query)),
  route(contract.correctTrackingCode, (ctx, { viewer, params, body }) =>
    inTransaction(ctx.db, (tx) => correctTrackingCode(tx, viewer, { ...params, ...body })),
  ),
  route(contract.resetPickupTries, (_ctx, { tx, viewer, params, body }) =>
    resetPickupTries(tx, viewer, { ...params, ...body }),
  ),
  route(contract.settleContradiction, async (_ctx, { tx, viewer, params, body }) => {
    await settleContradiction(tx, viewer, { ...params, ...body });
    return ok;
  }),
  route(contract.openOrderAddresses, (ctx, { viewer, params, body }) =>
    openOrderAddresses(ctx, viewer, { ...params, ...body }),
  ),
];
