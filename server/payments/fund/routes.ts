import * as contract from '#contract/payments/fund-payments.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { listFundPayments } from './queries.ts';

export const fundRoutes: Route[] = [route(contract.listFundPayments, (ctx) => listFundPayments(ctx.db))];
