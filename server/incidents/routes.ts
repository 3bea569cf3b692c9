import * as contract from '#contract/incidents/incidents.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { declareIncident, endIncident } from './commands.ts';
import { publicIncidents, staffIncidents } from './queries.ts';

export const incidentRoutes: Route[] = [
  route(contract.listIncidents, (ctx) => publicIncidents(ctx.db)),
  route(contract.listStaffIncidents, (ctx, { viewer }) => staffIncidents(ctx, viewer)),
  route(contract.declareIncident, (ctx, { tx, viewer, body }) => declareIncident(ctx, tx, viewer, body)),
  route(contract.endIncident, (_ctx, { tx, viewer, params }) => endIncident(tx, viewer, params.id)),
];
