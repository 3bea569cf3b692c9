import { labelOrderRisk, listOrderRisks } from '#contract/risk/order-risk.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { labelOrder } from './labels.ts';
import { listRisks } from './queries.ts';

export const riskRoutes: Route[] = [
  route(listOrderRisks, (ctx, { query }) => listRisks(ctx, query)),
  route(labelOrderRisk, async (_ctx, { tx, viewer, params, body }) => {
    await labelOrder(tx, viewer, { ...params, ...body });
    return { ok: true } as const;
  }),
];
