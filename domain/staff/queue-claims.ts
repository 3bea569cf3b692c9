/** Queues whose items one person of the team looks at at a time: each names what its numbers count. */
export const heldQueues = ['reviews', 'withdrawals', 'refunds', 'complaints', 'receipts'] as const;
export type HeldQueue = (typeof heldQueues)[number];

export interface HoldRules {
  /** How long an item stays with whoever opened it and went silent. */
  holdMs: number;
}

export const defaultHoldRules: HoldRules = { holdMs: 5 * 60_000 };
