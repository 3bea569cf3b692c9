import * as contract from '#contract/shipping/shipments.ts';
import * as sheets from '#contract/shipping/sheets.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { moveReply } from '#server/orders/commands.ts';
import { receiveCarrierEvent } from './webhooks.ts';
import { handOverOrder } from './handover.ts';
import { buyLabel, postParcel, printLabels } from './posting.ts';
import { readParcelSheets } from './sheets.ts';

const ok = { ok: true } as const;

export const shipmentRoutes: Route[] = [
  route(contract.receiveCarrierEvent, async (ctx, { params, body, request }) => {
    await receiveCarrierEvent(ctx, params.provider, { body, headers: request.headers, ip: request.ip });
    return ok;
  }),
  route(contract.buyLabel, (ctx, { viewer, params }) => buyLabel(ctx, viewer, params.hash)),
  route(contract.printLabels, (ctx, { viewer, body }) => printLabels(ctx, viewer, body.hashes)),
  route(sheets.readParcelSheets, (ctx, { viewer, body }) => readParcelSheets(ctx, viewer, body.hashes)),
  route(contract.postParcel, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { order, notifyProvider } = await postParcel(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => notifyProvider(ctx));
    return moveReply(order);
  }),
  route(contract.handOver, async (ctx, { viewer, params, body }) =>
    moveReply(await handOverOrder(ctx, viewer, { ...params, ...body })),
  ),
];
