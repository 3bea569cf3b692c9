/** Queues whose items one member of staff reviews at a time. */
export const claimQueues = ['reviews', 'withdrawals', 'refunds', 'complaints', 'receipts'] as const;
export type ClaimQueue = (typeof claimQueues)[number];

export interface ClaimRules {
  /** How long a claim lasts after its last renewal. */
  holdMs: number;
}

export const defaultClaimRules: ClaimRules = { holdMs: 5 * 60_000 };
