/** States of an appeal against a decision of staff (N04): decided once, by a person who did not take the decision. */
export const appealStates = ['open', 'upheld', 'overturned'] as const;
export type AppealState = (typeof appealStates)[number];

/** Letters of the person's words. */
export const appealWords = { min: 20, max: 2_000 };

/** Letters of the reason for the decision on an appeal. */
export const appealReason = { min: 20, max: 1_000 };

/** The times of N04, in milliseconds. */
export interface AppealRules {
  /** From the decision: how long the person may appeal. */
  windowMs: number;
  /** From the appeal: how long the team has to decide. */
  decideMs: number;
}

const hour = 3_600_000;

export const defaultAppealRules: AppealRules = { windowMs: 72 * hour, decideMs: 72 * hour };

/** A decision as far as it says who may decide its appeal. */
export interface AppealedDecision {
  personId: number;
  /** Everyone who took part in it. */
  deciders: readonly number[];
}

/** N04: an appeal is never decided by a person of the decision, nor by the one it is about. */
export function mayDecideAppeal(staffId: number, { personId, deciders }: AppealedDecision): boolean {
  return staffId !== personId && !deciders.includes(staffId);
}

/** Why a decision cannot be appealed; null when it can. The last moment no longer counts. */
export function appealRefusal(
  { appealUntil, isAppealed }: { appealUntil: Date; isAppealed: boolean },
  now: Date,
): 'appealed' | 'late' | null {
  if (isAppealed) return 'appealed';
  return now >= appealUntil ? 'late' : null;
}
