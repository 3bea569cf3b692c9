import { labelOrderRisk } from '#contract/risk/order-risk.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { labelOrder } from './labels.ts';

export const riskRoutes: Route[] = [
  route(labelOrderRisk, async (_ctx, { tx, viewer, params, body }) => {
    await labelOrder(tx, viewer, { ...params, ...body });
    return { ok: true } as const;
  }),
];
