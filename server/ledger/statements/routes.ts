import * as contract from '#contract/ledger/statements.ts';
import { getClosing, getTransparency } from '#contract/ledger/transparency.ts';
import { readClosing } from '#server/ledger/closings.ts';
import { readTransparency } from '#server/ledger/transparency.ts';
import { linkToStatementFile } from '#server/http/pages/serve-statement-files.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { listHeldMoney } from './held-money.ts';
import { getBalances, listTransactions } from './queries.ts';
import { getReceipt } from './receipts.ts';

export const statementRoutes: Route[] = [
  route(contract.getBalances, (ctx, { viewer }) => getBalances(ctx, viewer)),
  route(contract.listHeldMoney, (ctx, { viewer, params, query }) =>
    listHeldMoney(ctx, viewer, params.account, query.after),
  ),
  route(contract.listTransactions, (ctx, { viewer, query }) => listTransactions(ctx, viewer, query)),
  route(contract.getStatementFile, async (ctx, { viewer, query }) => ({
    url: await linkToStatementFile(ctx, viewer, query),
  })),
  route(contract.getReceipt, (ctx, { params }) => getReceipt(ctx, params.receipt)),
  route(getTransparency, (ctx) => readTransparency(ctx)),
  route(getClosing, (ctx, { params, query }) => readClosing(ctx.db, params.day, query.after ?? 0)),
];
