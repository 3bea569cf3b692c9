import * as contract from '#contract/payments/analyses.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { markAnalysis, releaseAnalysis } from './commands.ts';
import { listAnalyses } from './queries.ts';

const done = { ok: true } as const;

export const analysisRoutes: Route[] = [
  route(contract.listAnalyses, (ctx) => listAnalyses(ctx.db)),
  route(contract.markAnalysis, async (ctx, { tx, viewer, params, body }) => {
    await markAnalysis(ctx, tx, viewer, { ...params, ...body });
    return done;
  }),
  route(contract.releaseAnalysis, async (_ctx, { tx, viewer, params, body }) => {
    await releaseAnalysis(tx, viewer, { ...params, ...body });
    return done;
  }),
];
