import * as contract from '#contract/listings/follows.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { followSeller, unfollowSeller } from './commands.ts';
import { followedSellers, follows } from './queries.ts';

const ok = { ok: true } as const;

export const followRoutes: Route[] = [
  route(contract.listFollows, (ctx, call) => followedSellers(ctx, call.viewer)),
  route(contract.getFollow, async (ctx, call) => ({
    following: await follows(ctx.db, call.viewer, call.params.username),
  })),
  route(contract.follow, async (ctx, call) => {
    await followSeller(ctx, call.viewer, call.params.username);
    return ok;
  }),
  route(contract.unfollow, async (ctx, call) => {
    await unfollowSeller(ctx, call.viewer, call.params.username);
    return ok;
  }),
];
