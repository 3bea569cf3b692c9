import * as contract from '#contract/refunds/refunds.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { moveReply } from '#server/orders/commands.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { answerCancellation, requestCancellation } from './cancellations.ts';
import { chooseDestination, refundOrder } from './commands.ts';
import { decideRefund, payManually } from './decisions.ts';
import { unmaskPayee } from './payees.ts';
import { listStaffRefunds } from './queries.ts';
import { regretOrder } from './regrets.ts';

export const refundRoutes: Route[] = [
  route(contract.refundOrder, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { order, notifyProvider: tell } = await refundOrder(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => tell(ctx));
    return moveReply(order);
  }),
  route(contract.regretOrder, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, notifyProvider: tell } = await regretOrder(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => tell(ctx));
    return reply;
  }),
  route(contract.requestCancellation, (ctx, { tx, viewer, params, body }) =>
    requestCancellation(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.answerCancellation, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { order, notifyProvider: tell } = await answerCancellation(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => tell(ctx));
    return moveReply(order);
  }),
  route(contract.chooseDestination, (ctx, { viewer, params, body }) =>
    inTransaction(ctx.db, (tx) => chooseDestination(tx, viewer, { ...params, ...body })),
  ),
  route(contract.listStaffRefunds, (ctx, { viewer, query }) => listStaffRefunds(ctx, viewer, query)),
  route(contract.decideRefund, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const decided = await decideRefund(ctx, tx, viewer, { ...params, ...body });
    afterCommit(async () => void (await sendRefund(ctx, decided.id)));
    return decided;
  }),
  route(contract.payRefundManually, (ctx, { tx, viewer, params, body }) =>
    payManually(ctx, tx, viewer, { ...params, ...body }),
  ),
  route(contract.unmaskPayee, (ctx, { viewer, params }) =>
    inTransaction(ctx.db, (tx) => unmaskPayee(ctx, tx, viewer, params.id)),
  ),
];
