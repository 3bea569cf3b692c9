import * as contract from '#contract/community/reports.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { report } from './commands.ts';
import { decide } from './decisions.ts';
import { ownReports, staffReports } from './queries.ts';

export const reportRoutes: Route[] = [
  route(contract.createReport, (ctx, call) =>
    report(ctx, call.tx, call.viewer, { ...call.body, ip: call.ip }),
  ),
  route(contract.listOwnReports, (ctx, call) => ownReports(ctx.db, call.viewer)),
  route(contract.listReports, (ctx, { viewer, query }) => staffReports(ctx, viewer, query)),
  route(contract.decideReport, (ctx, call) =>
    decide(ctx, call.tx, call.viewer, { id: call.params.id, ...call.body }),
  ),
];
