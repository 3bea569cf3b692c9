import * as staff from '#contract/withdrawals/staff-withdrawals.ts';
import * as contract from '#contract/withdrawals/withdrawals.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { cancelWithdrawal, decideWithdrawal, requestWithdrawal } from './commands.ts';
import { getStaffWithdrawal } from './details.ts';
import { sendPayout } from './payouts.ts';
import { repayWithdrawal } from './repayments.ts';
import { getWithdrawal, listWithdrawals } from './queries.ts';
import { listStaffWithdrawals } from './queue.ts';
import { retryWithdrawal } from './retries.ts';

export const withdrawalRoutes: Route[] = [
  route(contract.listWithdrawals, (ctx, { viewer, query }) => listWithdrawals(ctx.db, viewer, query)),
  route(contract.requestWithdrawal, async (ctx, { tx, viewer, body }) =>
    getWithdrawal(tx, viewer, await requestWithdrawal(ctx, tx, viewer, body)),
  ),
  route(contract.cancelWithdrawal, async (_ctx, { tx, viewer, params }) => {
    await cancelWithdrawal(tx, viewer, params.id);
    return getWithdrawal(tx, viewer, params.id);
  }),
  route(staff.listStaffWithdrawals, (ctx, { viewer, query }) => listStaffWithdrawals(ctx, viewer, query)),
  route(staff.getStaffWithdrawal, (ctx, { viewer, params }) => getStaffWithdrawal(ctx, viewer, params.id)),
  route(staff.repayWithdrawal, async (ctx, { tx, viewer, params }) => ({
    id: await repayWithdrawal(ctx, tx, viewer, params.id),
  })),
  route(staff.decideWithdrawal, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const decided = await decideWithdrawal(ctx, tx, viewer, { ...params, ...body });
    afterCommit(async () => void (await sendPayout(ctx, decided.id)));
    return decided;
  }),
  route(staff.retryWithdrawal, async (ctx, { tx, viewer, params, afterCommit }) => {
    const retried = await retryWithdrawal(ctx, tx, viewer, params.id);
    afterCommit(async () => void (await sendPayout(ctx, retried.id)));
    return retried;
  }),
];
