import type { Machine } from '#domain/machine.ts';

/** Changes of power that are proposed by one person and take effect by another (decision 74). */
export const proposalKinds = ['settings', 'role', 'credentials'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = ['pending', 'applied', 'stopped', 'expired', 'outdated'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** `outdated`: what it would change became something else meanwhile. */
export type ProposalEvent = 'confirm' | 'apply' | 'stop' | 'expire' | 'outdate';

/** A proposal ends once. `apply` follows the wait of a market with one admin alone. */
export const proposalMachine: Machine<ProposalEvent, ProposalState, 'admin' | 'staff' | 'system'> = {
  confirm: { rule: 'decision 74', by: ['admin'], from: ['pending'], to: 'applied' },
  apply: { rule: 'decision 74', by: ['system'], from: ['pending'], to: 'applied' },
  stop: { rule: 'decision 74', by: ['admin', 'staff'], from: ['pending'], to: 'stopped' },
  expire: { rule: 'decision 74', by: ['system'], from: ['pending'], to: 'expired' },
  outdate: { rule: 'decision 74', by: ['system'], from: ['pending'], to: 'outdated' },
};

export interface ProposalRules {
  /** How long a change waits in a market with one active admin. */
  aloneDelayMs: number;
  /** How long a proposal may be confirmed, or applied after its wait. */
  expiryMs: number;
}

/** OURS (decision 74). */
export const defaultProposalRules: ProposalRules = { aloneDelayMs: 86_400_000, expiryMs: 7 * 86_400_000 };
