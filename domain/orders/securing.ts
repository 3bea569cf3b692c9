/** N13: the longest that the clock may stand still, in milliseconds: 48 hours. */
export const maxSecuringMs = 48 * 3_600_000;

/**
 * N13: what the buyer of an account changes so that its seller can't take it back, in the order in which it is safe: who
 * changes the address first can still be locked out by the old password.
 */
export const securingSteps = ['password', 'email', 'phone', 'two_step', 'sessions', 'recovery'] as const;
export type SecuringStep = (typeof securingSteps)[number];

/** How the buyer ended it: with every step, or without. */
export const securingOutcomes = ['done', 'declined'] as const;
export type SecuringOutcome = (typeof securingOutcomes)[number];

/** Whether every step is ticked. */
export function isSecured(steps: readonly SecuringStep[]): boolean {
  return securingSteps.every((step) => steps.includes(step));
}
