import * as contract from '#contract/settings/credentials.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { removeAccount, setAccount, tryAccount } from './commands.ts';
import { listServices } from './queries.ts';

export const credentialRoutes: Route[] = [
  route(contract.listCredentials, (ctx, { viewer }) => listServices(ctx, viewer)),
  route(contract.setCredentials, (ctx, { tx, viewer, params, body }) =>
    setAccount(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.removeCredentials, (ctx, { tx, viewer, params, body }) =>
    removeAccount(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.testCredentials, (ctx, { viewer, params, body }) =>
    tryAccount(ctx, viewer, { ...params, ...body }),
  ),
];
