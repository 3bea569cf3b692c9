import * as contract from '#contract/staff/proposals.ts';
import { renewAdapters } from '#server/settings/credentials/live.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { invalidateRules } from '#server/settings/queries.ts';
import { confirmProposal, stopProposal } from './commands.ts';
import { staffProposals } from './queries.ts';

export const proposalRoutes: Route[] = [
  route(contract.listProposals, (ctx, { viewer }) => staffProposals(ctx, viewer)),
  route(contract.confirmProposal, (ctx, { tx, viewer, params, afterCommit }) => {
    afterCommit(async () => {
      invalidateRules(ctx.db);
      await renewAdapters(ctx);
    });
    return confirmProposal(ctx, tx, viewer, params.id);
  }),
  route(contract.stopProposal, (_ctx, { tx, viewer, params, body }) =>
    stopProposal(tx, viewer, { ...params, ...body }),
  ),
];
