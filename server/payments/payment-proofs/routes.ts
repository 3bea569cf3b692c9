import * as contract from '#contract/payments/payment-proofs.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { runFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { sendPaymentProof } from './commands.ts';
import { decidePaymentProof } from './decisions.ts';
import { storeProofFile } from './files.ts';
import { listStaffProofs } from './queries.ts';
import { matchBankLine } from './matches.ts';
import { getStaffProof } from './review.ts';
import { loadBankLines } from './statements.ts';

export const paymentProofRoutes: Route[] = [
  // The body of a binary endpoint is the file's bytes.
  route(contract.uploadPaymentProofFile, (ctx, { viewer, request }) =>
    storeProofFile(ctx, viewer, request.body as Buffer),
  ),
  route(contract.sendPaymentProof, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, followUps } = await sendPaymentProof(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => runFollowUps(ctx, followUps));
    return reply;
  }),
  route(contract.listStaffPaymentProofs, (ctx, { query }) => listStaffProofs(ctx, query)),
  route(contract.getStaffPaymentProof, (ctx, { viewer, params }) => getStaffProof(ctx, viewer, params.id)),
  route(contract.decidePaymentProof, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, notifyProvider } = await decidePaymentProof(ctx, tx, viewer, { ...params, ...body });
    if (notifyProvider) afterCommit(() => notifyProvider(ctx));
    return reply;
  }),
  route(contract.matchBankLine, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, notifyProvider } = await matchBankLine(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => notifyProvider(ctx));
    return reply;
  }),
  route(contract.loadBankLines, (_ctx, { tx, viewer, body }) => loadBankLines(tx, viewer, body.statement)),
];
