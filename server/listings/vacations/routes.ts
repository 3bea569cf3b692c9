import * as contract from '#contract/listings/vacations.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { changeVacation, endVacation, planVacation } from './commands.ts';
import { ownVacations } from './queries.ts';

export const vacationRoutes: Route[] = [
  route(contract.getVacations, (ctx, { viewer }) => ownVacations(ctx.db, viewer)),
  route(contract.planVacation, (ctx, { tx, viewer, body }) => planVacation(ctx, tx, viewer, body)),
  route(contract.changeVacation, (ctx, { viewer, params, body }) =>
    changeVacation(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.endVacation, async (ctx, { viewer, params }) => {
    await endVacation(ctx, viewer, params.id);
    return { ok: true as const };
  }),
];
