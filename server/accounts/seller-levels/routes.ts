import * as contests from '#contract/accounts/counting-contests.ts';
import * as contract from '#contract/accounts/seller-levels.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { contestSale, decideContest } from './contests.ts';
import { recordInterview } from './interviews.ts';
import { countedSales, ownSellerLevel, pendingContests, publicLevels } from './queries.ts';

export const sellerLevelRoutes: Route[] = [
  route(contract.listSellerLevels, (ctx) => publicLevels(ctx.db)),
  route(contract.getSellerLevel, (ctx, { viewer }) => ownSellerLevel(ctx, viewer)),
  route(contract.listCountedSales, (ctx, { viewer, query }) => countedSales(ctx.db, viewer, query)),
  route(contract.contestSale, (_ctx, { tx, viewer, params, body }) =>
    contestSale(tx, viewer, { ...params, ...body }),
  ),
  route(contests.listContests, (ctx) => pendingContests(ctx.db)),
  route(contests.decideContest, (ctx, { tx, viewer, params, body }) =>
    decideContest(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contests.recordInterview, (ctx, { viewer, params, body }) =>
    recordInterview(ctx, viewer, { ...params, ...body }),
  ),
];
