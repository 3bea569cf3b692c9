import { recordListingView } from '#contract/listings/listings.ts';
import { getListingStatistics } from '#contract/listings/views.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { recordView } from './commands.ts';
import { listingStatistics } from './queries.ts';

const ok = { ok: true } as const;

export const viewRoutes: Route[] = [
  route(recordListingView, async (ctx, call) => {
    await recordView(ctx, call, call.params.id);
    return ok;
  }),
  route(getListingStatistics, (ctx, call) => listingStatistics(ctx, call.viewer, call.query.from)),
];
