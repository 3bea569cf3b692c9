import * as contract from '#contract/shipping/returns.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { acceptReturn, cancelReturn, contestReturn, handBack, postReturn } from './commands.ts';
import { makeReturnLabel, printReturnLabel } from './label.ts';

export const returnRoutes: Route[] = [
  route(contract.makeReturnLabel, (ctx, { viewer, params }) => makeReturnLabel(ctx, viewer, params.hash)),
  route(contract.printReturnLabel, (ctx, { viewer, params }) => printReturnLabel(ctx, viewer, params.hash)),
  route(contract.postReturn, (ctx, { tx, viewer, params, body }) =>
    postReturn(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.handBack, (ctx, { tx, viewer, params }) => handBack(ctx, tx, viewer, params.hash)),
  route(contract.cancelReturn, (_ctx, { tx, viewer, params }) => cancelReturn(tx, viewer, params.hash)),
  route(contract.acceptReturn, async (ctx, { tx, viewer, params, afterCommit }) => {
    const { reply, notifyProvider } = await acceptReturn(ctx, tx, viewer, params.hash);
    afterCommit(() => notifyProvider(ctx));
    return reply;
  }),
  route(contract.contestReturn, (ctx, { tx, viewer, params, body }) =>
    contestReturn(ctx, tx, viewer, { ...params, ...body }),
  ),
];
