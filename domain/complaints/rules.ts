import type { Cents } from '#domain/money.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Size limits of statements and evidence (R01, F46). */
export const complaintLimits = {
  words: { at: 'complaints.words', unit: 'letters', min: 30, max: 4_000, hard: { min: 1, max: 8_000 } },
  /** Per side. */
  files: { at: 'complaints.files', unit: 'files', max: 10, hard: { min: 1, max: 30 } },
  fileMegabytes: { at: 'complaints.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
} as const satisfies Record<string, Size>;

/** Lengths of short notes, and of the grounds of a decision. */
export const noteLimits = { note: { min: 10, max: 2_000 }, grounds: { min: 30, max: 4_000 } } as const;

/** Numbers of §4.9, all settings; times in milliseconds. */
export interface ComplaintRules {
  /** R02, R04: the seller's time to answer; silence gives the buyer everything back. */
  answerMs: number;
  /** R04: when the silent seller is reminded, counted from the opening. */
  firstReminderMs: number;
  lastReminderMs: number;
  /** R03: how long a proposal stays open for the other side. */
  proposalMs: number;
  /** R03: the latest promised date for a repair or a replacement, counted from the agreement. */
  maxPromiseMs: number;
  /** R03: how long the buyer may report a broken promise; silence is consent. */
  fulfilmentMs: number;
  /** R05: when either side may escalate to mediation, counted from the opening. */
  escalateAfterMs: number;
  /** R05: when mediation starts automatically. */
  mediateAfterMs: number;
  /** R06: a side's time to submit the evidence that staff asked for. */
  evidenceMs: number;
  /** R06: a buyer who is silent for this long loses the complaint. */
  silentBuyerMs: number;
  /** R07: when a decision should have been made, counted from the mediation. */
  decisionTargetMs: number;
  /** R07: the limit for a decision, in business days. */
  decisionLimitDays: number;
  /** R08, R10: the losing side's time to appeal. A replacement that was decided is delivered within it. */
  appealMs: number;
  /** R09: when an appeal should have been decided, counted from when no further appeal is possible. */
  appealDecisionMs: number;
  /** R12: without a decision by then, counted from the opening, an admin decides. */
  adminAfterMs: number;
  /** N03: without a decision by then, counted from the opening, the guarantee fund pays. */
  fundAfterMs: number;
  /** N03: without a decision about an appeal by then, counted from when it could be decided, the fund pays. */
  fundAfterAppealMs: number;
  /** R07: the largest order total that support decides alone. */
  supportLimitCents: Cents;
  words: Bounds;
  files: Pick<Bounds, 'max'>;
  fileMegabytes: Pick<Bounds, 'max'>;
}

export const defaultComplaintRules: ComplaintRules = {
  answerMs: 48 * hour,
  firstReminderMs: 24 * hour,
  lastReminderMs: 42 * hour,
  proposalMs: 48 * hour,
  maxPromiseMs: 10 * day,
  fulfilmentMs: 48 * hour,
  escalateAfterMs: 24 * hour,
  mediateAfterMs: 5 * day,
  evidenceMs: 48 * hour,
  silentBuyerMs: 72 * hour,
  decisionTargetMs: 48 * hour,
  decisionLimitDays: 5,
  appealMs: 72 * hour,
  appealDecisionMs: 72 * hour,
  adminAfterMs: 15 * day,
  fundAfterMs: 30 * day,
  fundAfterAppealMs: 15 * day,
  supportLimitCents: 50_000,
  words: defaultBounds(complaintLimits.words),
  files: defaultBounds(complaintLimits.files),
  fileMegabytes: defaultBounds(complaintLimits.fileMegabytes),
};
