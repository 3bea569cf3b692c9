import type { ProposalKind } from '#domain/staff/proposals.ts';
import { proposedAccount } from '#server/settings/credentials/proposed.ts';
import type { Applier } from '#server/staff/proposals/applier.ts';
import { proposedSettings } from '#server/settings/proposed.ts';
import { proposedRole } from '#server/staff/people/role-changes.ts';

/** How each kind of change takes effect. */
export const appliers: Readonly<Record<ProposalKind, Applier>> = {
  settings: proposedSettings,
  role: proposedRole,
  credentials: proposedAccount,
};
