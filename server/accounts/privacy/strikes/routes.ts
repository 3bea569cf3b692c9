import * as contract from '#contract/accounts/strikes.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { giveStrike } from './commands.ts';

export const strikeRoutes: Route[] = [
  route(contract.giveStrike, (ctx, { tx, viewer, params, body, ip }) =>
    giveStrike(ctx, tx, viewer, { ...params, ...body, ip }),
  ),
];
