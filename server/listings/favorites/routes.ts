import * as contract from '#contract/listings/favorites.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { addFavorite, removeFavorite } from './commands.ts';
import { favoriteListings, favoritesAmong } from './queries.ts';

const ok = { ok: true } as const;

export const favoriteRoutes: Route[] = [
  route(contract.listFavorites, async (ctx, call) => ({
    ids: await favoritesAmong(ctx.db, call.viewer, call.query.ids),
  })),
  route(contract.listFavoriteListings, (ctx, call) => favoriteListings(ctx, call.viewer, call.query.page)),
  route(contract.addFavorite, async (ctx, call) => {
    await addFavorite(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.removeFavorite, async (ctx, call) => {
    await removeFavorite(ctx, call.viewer, call.params.id);
    return ok;
  }),
];
