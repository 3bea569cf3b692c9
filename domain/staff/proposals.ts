import type { Machine } from '#domain/machine.ts';

/** Critical changes that one person proposes and another confirms (decision 74). */
export const proposalKinds = ['settings', 'role', 'credentials'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = ['pending', 'applied', 'stopped', 'expired', 'outdated'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** `outdated`: the proposed change no longer applies because its subject has changed. */
export type ProposalEvent = 'confirm' | 'apply' | 'stop' | 'expire' | 'outdate';

/** The state machine of a proposal. `apply` follows the delay in a market with only one admin. */
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
  /** How long a proposal may be confirmed, or applied after its delay. */
  expiryMs: number;
}

/** Our own choice (decision 74). */
export const defaultProposalRules: ProposalRules = { aloneDelayMs: 86_400_000, expiryMs: 7 * 86_400_000 };
