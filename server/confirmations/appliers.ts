import type { ProposalKind } from '#domain/proposals.ts';
import { proposedAccount } from '#server/credentials/proposed.ts';
import type { Applier } from '#server/proposals/applier.ts';
import { proposedSettings } from '#server/settings/proposed.ts';
import { proposedRole } from '#server/staff/role-changes.ts';

/** How each kind of change takes effect. */
export const appliers: Readonly<Record<ProposalKind, Applier>> = {
  settings: proposedSettings,
  role: proposedRole,
  credentials: proposedAccount,
};
