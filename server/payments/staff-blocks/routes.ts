import * as contract from '#contract/payments/staff-blocks.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { blockSaleMoney, endStaffBlock, renewStaffBlock } from './commands.ts';
import { listStaffBlocks } from './queries.ts';

const done = { ok: true } as const;

export const staffBlockRoutes: Route[] = [
  route(contract.listStaffBlocks, (ctx) => listStaffBlocks(ctx.db)),
  route(contract.blockSaleMoney, async (ctx, { tx, viewer, params, body }) => {
    await blockSaleMoney(ctx, tx, viewer, { ...params, ...body });
    return done;
  }),
  route(contract.renewStaffBlock, async (ctx, { tx, viewer, params, body }) => {
    await renewStaffBlock(ctx, tx, viewer, { ...params, ...body });
    return done;
  }),
  route(contract.endStaffBlock, async (_ctx, { tx, viewer, params }) => {
    await endStaffBlock(tx, viewer, params.id);
    return done;
  }),
];
