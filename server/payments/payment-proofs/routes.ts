import * as contract from '#contract/payments/payment-proofs.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { runFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { sendReceipt } from './commands.ts';
import { decideReceipt } from './decisions.ts';
import { keepReceiptFile } from './files.ts';
import { listStaffReceipts } from './queries.ts';
import { matchBankLine } from './matches.ts';
import { getStaffReceipt } from './review.ts';
import { loadBankLines } from './statements.ts';

export const receiptRoutes: Route[] = [
  // A binary endpoint's body is the file itself, handed over as the bytes that came.
  route(contract.uploadReceiptFile, (ctx, { viewer, request }) =>
    keepReceiptFile(ctx, viewer, request.body as Buffer),
  ),
  route(contract.sendReceipt, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, followUps } = await sendReceipt(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => runFollowUps(ctx, followUps));
    return reply;
  }),
  route(contract.listStaffReceipts, (ctx, { query }) => listStaffReceipts(ctx, query)),
  route(contract.getStaffReceipt, (ctx, { viewer, params }) => getStaffReceipt(ctx, viewer, params.id)),
  route(contract.decideReceipt, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, tell } = await decideReceipt(ctx, tx, viewer, { ...params, ...body });
    if (tell) afterCommit(() => tell(ctx));
    return reply;
  }),
  route(contract.matchBankLine, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, tell } = await matchBankLine(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => tell(ctx));
    return reply;
  }),
  route(contract.loadBankLines, (_ctx, { tx, viewer, body }) => loadBankLines(tx, viewer, body.statement)),
];
