import * as contract from '#contract/dossiers/dossiers.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { makeForParty, makeForTeam } from './commands.ts';

export const dossierRoutes: Route[] = [
  route(contract.makeDossier, (ctx, { viewer, params }) => makeForParty(ctx, viewer, params.hash)),
  route(contract.makeStaffDossier, (ctx, { viewer, params, body }) =>
    makeForTeam(ctx, viewer, { ...params, ...body }),
  ),
];
