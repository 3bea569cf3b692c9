import * as contract from '#contract/community/ratings.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { rateOrder, replyToRating } from './commands.ts';
import { orderSide, presentSide } from './order-side.ts';
import { listingRatings, pendingRatings, profileRatings } from './queries.ts';

export const ratingRoutes: Route[] = [
  route(contract.getOrderRatings, async (ctx, { viewer, params }) =>
    presentSide(ctx, ctx.db, await orderSide(ctx.db, params.hash, viewer)),
  ),
  route(contract.rateOrder, (ctx, { tx, viewer, params, body }) =>
    rateOrder(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.replyToRating, (ctx, { tx, viewer, params, body }) =>
    replyToRating(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.listPendingRatings, (ctx, { viewer }) => pendingRatings(ctx.db, viewer)),
  route(contract.listListingRatings, (ctx, { params, query }) =>
    listingRatings(ctx, params.slug, query.before),
  ),
  route(contract.listProfileRatings, (ctx, { params, query }) => profileRatings(ctx, params.username, query)),
];
