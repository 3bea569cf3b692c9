import type { Reply } from '#contract/endpoint.ts';
import type { listProposals, Proposal } from '#contract/staff/proposals.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { adminSince, obstacleTo } from './commands.ts';
import { readProposals } from '#server/staff/proposals/stored.ts';
import type { StoredProposal } from '#server/staff/proposals/stored.ts';
import { shownChanges, titleOf } from '#server/staff/proposals/text.ts';

/** Pending proposals and the last closed ones, for `/dashboard/mudancas`. */
export async function staffProposals(ctx: Ctx, viewer: Viewer): Promise<Reply<typeof listProposals>> {
  const { pending, closed } = await readProposals(ctx.db);
  const since = await adminSince(ctx.db, viewer.id);
  const present = (proposal: StoredProposal) => presented(proposal, viewer, since);
  return { pending: pending.map(present), closed: closed.map(present) };
}

function presented(proposal: StoredProposal, viewer: Viewer, since: Date | null): Proposal {
  return {
    id: proposal.id,
    kind: proposal.kind,
    state: proposal.state,
    title: titleOf(proposal),
    changes: shownChanges(proposal),
    reason: proposal.reason,
    proposedBy: proposal.proposedByName,
    proposedAt: proposal.proposedAt.toISOString(),
    takesEffectAt: proposal.takesEffectAt?.toISOString() ?? null,
    expiresAt: proposal.expiresAt.toISOString(),
    confirmedBy: proposal.confirmedByName,
    stoppedBy: proposal.stoppedByName,
    stopReason: proposal.stopReason,
    closedAt: proposal.closedAt?.toISOString() ?? null,
    mine: proposal.proposedBy === viewer.id,
    notConfirmableBecause: obstacleTo(proposal, viewer, since),
  };
}
