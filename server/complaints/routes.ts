import * as contract from '#contract/complaints/complaints.ts';
import * as orders from '#contract/refunds/refunds.ts';
import * as staff from '#contract/complaints/staff-complaints.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { moveReply } from '#server/orders/commands.ts';
import { appeal, concede, decideAppeal } from './appeals.ts';
import { answerComplaint, escalate, presentTransition, withdraw } from './commands.ts';
import { decide } from './decisions.ts';
import { addFile, openFile } from './evidence.ts';
import { answerRequest, askEvidence, takeCase } from './mediation/mediation.ts';
import { openComplaint } from './opening.ts';
import { approveForcedMove, dropForcedMove, forceMove } from './forced/moves.ts';
import { confirmPromise, fulfilPromise } from './promises.ts';
import { answerProposal, propose } from './proposals.ts';
import { orderComplaints } from './queries.ts';
import type { SettledCase } from './settling.ts';
import { staffCase } from './staff-queries.ts';
import { staffQueue } from './staff-queue.ts';

export const complaintRoutes: Route[] = [
  route(contract.listOrderComplaints, (ctx, { viewer, params }) => orderComplaints(ctx, viewer, params.hash)),
  route(contract.openComplaint, async (ctx, { tx, viewer, params, body }) => ({
    id: await openComplaint(ctx, tx, viewer, { ...params, ...body }),
  })),
  route(contract.answerComplaint, async (ctx, { tx, viewer, params, body }) =>
    presentTransition(await answerComplaint(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(contract.proposeOutcome, async (ctx, { tx, viewer, params, body }) =>
    presentTransition(await propose(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(contract.answerProposal, async (ctx, { tx, viewer, params, body, afterCommit }) =>
    settled(ctx, await answerProposal(ctx, tx, viewer, { ...params, ...body }), afterCommit),
  ),
  route(contract.fulfilPromise, async (ctx, { tx, viewer, params, body }) =>
    presentTransition(await fulfilPromise(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(contract.confirmPromise, async (ctx, { tx, viewer, params, afterCommit }) =>
    settled(ctx, await confirmPromise(ctx, tx, viewer, params.id), afterCommit),
  ),
  route(contract.escalateComplaint, async (ctx, { tx, viewer, params }) =>
    presentTransition(await escalate(ctx, tx, viewer, params.id)),
  ),
  route(contract.answerRequest, async (_ctx, { tx, viewer, params, body }) =>
    presentTransition(await answerRequest(tx, viewer, { ...params, ...body })),
  ),
  route(contract.appealDecision, async (ctx, { tx, viewer, params, body, afterCommit }) =>
    settled(ctx, await appeal(ctx, tx, viewer, { ...params, ...body }), afterCommit),
  ),
  route(contract.acceptDecision, async (ctx, { tx, viewer, params, afterCommit }) =>
    settled(ctx, await concede(ctx, tx, viewer, params.id), afterCommit),
  ),
  route(contract.withdrawComplaint, async (ctx, { tx, viewer, params, afterCommit }) =>
    settled(ctx, await withdraw(ctx, tx, viewer, params.id), afterCommit),
  ),
  route(contract.addComplaintFile, (ctx, { viewer, params, query, request }) =>
    addFile(ctx, viewer, { ...params, ...query, bytes: request.body as Buffer }),
  ),
  route(contract.openComplaintFile, (ctx, { viewer, params, ip }) =>
    openFile(ctx, viewer, { ...params, ip, as: 'party' }),
  ),
  route(staff.listComplaints, (ctx, { viewer, query }) => staffQueue(ctx, viewer, query)),
  route(staff.getStaffComplaint, (ctx, { viewer, params }) => staffCase(ctx, viewer, params.id)),
  route(staff.takeComplaint, async (_ctx, { tx, viewer, params }) =>
    presentTransition(await takeCase(tx, viewer, params.id)),
  ),
  route(staff.askEvidence, async (ctx, { tx, viewer, params, body }) =>
    presentTransition(await askEvidence(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(staff.decideComplaint, async (ctx, { tx, viewer, params, body }) =>
    presentTransition(await decide(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(staff.decideAppeal, async (ctx, { tx, viewer, params, body, afterCommit }) =>
    settled(ctx, await decideAppeal(ctx, tx, viewer, { ...params, ...body }), afterCommit),
  ),
  route(staff.openStaffComplaintFile, (ctx, { viewer, params, ip }) =>
    openFile(ctx, viewer, { ...params, ip, as: 'staff' }),
  ),
  route(orders.forceMove, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, notifyProvider: tell } = await forceMove(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => tell(ctx));
    return reply;
  }),
  route(orders.dropForcedMove, (_, { tx, viewer, params }) => dropForcedMove(tx, viewer, params.id)),
  route(orders.approveForcedMove, async (ctx, { tx, viewer, params, afterCommit }) => {
    const { order, notifyProvider: tell } = await approveForcedMove(ctx, tx, viewer, params.id);
    afterCommit(() => tell(ctx));
    return moveReply(order);
  }),
];

/** Calls the provider after the commit; a sweep sends refunds whose call failed. */
function settled(
  ctx: Parameters<SettledCase['notifyProvider']>[0],
  { found, notifyProvider: tell }: SettledCase,
  afterCommit: (task: () => Promise<void>) => void,
) {
  afterCommit(() => tell(ctx));
  return presentTransition(found);
}
