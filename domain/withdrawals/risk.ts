import type { AccountState } from '#domain/accounts/accounts.ts';
import type { Cents } from '#domain/money.ts';

export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Risk signals of a withdrawal, the most severe first. */
export const riskKinds = [
  'standing',
  'security_changed',
  'key_changed',
  'same_day',
  'open_cases',
  'failed_sign_ins',
  'new_device',
  'above_usual',
  'many_in_a_day',
  'warranty',
  'card',
  'credit',
  'new_account',
  'first_withdrawal',
] as const;
export type RiskKind = (typeof riskKinds)[number];

const hour = 3_600_000;
const day = 24 * hour;

/** The bounds of the signals, each with where it is from. */
export const riskBounds = {
  /** Payouts usually wait 24 to 72 h after a changed key and for a new device; the first 24 h refuse (§4.10). */
  changeMs: 72 * hour,
  /** §4.14: newcomers have half of the limits in their first 90 days. */
  newAccountMs: 90 * day,
  /** §4.17: five wrong tries make a pause. */
  failedSignIns: 5,
  /** Of a day, as the limits of §4.14. */
  recentMs: day,
  /** Ours: the first is free and the next cost, so that the third of one day is no habit of sellers. */
  manyInADay: 3,
  /** Ours: twice the largest that was ever paid to them. */
  timesUsual: 2,
  /** Security T26: a card is charged back, and a Pix contested, for up to 80 days. */
  chargebackMs: 80 * day,
  /** Ours: what is most of the amount speaks for the whole, in basis points. */
  mostBps: 5_000,
} as const;

/** What is known of a withdrawal and its owner. Moments are in milliseconds; all money is in cents. */
export interface RiskFacts {
  askedAt: number;
  amountCents: Cents;
  accountSince: number;
  standing: AccountState;
  /** Password, second factor, phone, e-mail or key. */
  securityChangedAt: number | null;
  /** The first use of a browser that came to others. */
  newDeviceAt: number | null;
  /** Wrong tries at the account since its owner came in. */
  failedSignIns: number;
  /** Paid earlier: how many, the largest, and whether one went to this key. */
  paidBefore: number;
  largestPaidCents: Cents;
  paidToThisKey: boolean;
  /** Asked for within {@link riskBounds.recentMs}, this one too. */
  askedInADay: number;
  /** Sales of the person that a complaint, a contestation or an analysis holds up. */
  openCases: number;
  /** Parts of the amount by where they came from. */
  origin: {
    /** From purchases paid within {@link riskBounds.recentMs} before it was asked for. */
    sameDayCents: Cents;
    /** Paid by card, within {@link riskBounds.chargebackMs}. */
    cardCents: Cents;
    /** Of sales whose warranty runs. */
    warrantyCents: Cents;
    /** Refunds of their own purchases. */
    creditCents: Cents;
  };
}

export interface RiskReason {
  kind: RiskKind;
  cents: Cents | null;
  count: number | null;
  at: number | null;
}

export interface Risk {
  level: RiskLevel;
  reasons: RiskReason[];
}

/** The weight of each signal: two severe ones, or many light ones, make a high risk. */
const points: Record<RiskKind, 1 | 2> = {
  standing: 2,
  security_changed: 2,
  key_changed: 2,
  same_day: 2,
  open_cases: 2,
  failed_sign_ins: 1,
  new_device: 1,
  above_usual: 1,
  many_in_a_day: 1,
  warranty: 1,
  card: 1,
  credit: 1,
  new_account: 1,
  first_withdrawal: 1,
};
const mediumFrom = 2;
const highFrom = 4;

/** The risk signals of a withdrawal and its level. This only informs staff, who decide. */
export function assessRisk(facts: RiskFacts): Risk {
  const reasons = riskKinds.flatMap((kind) => {
    const found = signals[kind](facts);
    return found ? [{ kind, cents: null, count: null, at: null, ...found }] : [];
  });
  const sum = reasons.reduce((total, { kind }) => total + points[kind], 0);
  return { level: sum >= highFrom ? 'high' : sum >= mediumFrom ? 'medium' : 'low', reasons };
}

/** Account states that count as a signal; a closing account does not, because its owner withdraws everything. */
const sanctioned: readonly AccountState[] = ['restricted', 'suspended', 'banned'];

type Found = Partial<Omit<RiskReason, 'kind'>> | false;

const { changeMs, newAccountMs, failedSignIns, manyInADay, timesUsual, mostBps } = riskBounds;

const signals: Record<RiskKind, (facts: RiskFacts) => Found> = {
  standing: ({ standing }) => sanctioned.includes(standing) && {},
  security_changed: ({ securityChangedAt, askedAt }) => since(securityChangedAt, askedAt - changeMs),
  key_changed: ({ paidBefore, paidToThisKey }) => paidBefore > 0 && !paidToThisKey && {},
  same_day: ({ origin, amountCents }) => most(origin.sameDayCents, amountCents),
  open_cases: ({ openCases }) => openCases > 0 && { count: openCases },
  failed_sign_ins: ({ failedSignIns: count }) => count >= failedSignIns && { count },
  new_device: ({ newDeviceAt, askedAt }) => since(newDeviceAt, askedAt - changeMs),
  above_usual: ({ paidBefore, largestPaidCents, amountCents }) =>
    paidBefore > 0 && amountCents > timesUsual * largestPaidCents && { cents: largestPaidCents },
  many_in_a_day: ({ askedInADay }) => askedInADay >= manyInADay && { count: askedInADay },
  warranty: ({ origin, amountCents }) => most(origin.warrantyCents, amountCents),
  card: ({ origin, amountCents }) => most(origin.cardCents, amountCents),
  credit: ({ origin, amountCents }) => most(origin.creditCents, amountCents),
  new_account: ({ accountSince, askedAt }) => since(accountSince, askedAt - newAccountMs),
  first_withdrawal: ({ paidBefore }) => paidBefore === 0 && {},
};

/** A signal for an event after a point in time, also for an event after the request. */
function since(at: number | null, from: number): Found {
  return at !== null && at > from && { at };
}

/** A signal for an origin with at least half of the amount. */
function most(cents: Cents, amountCents: Cents): Found {
  return cents > 0 && cents * 10_000 >= amountCents * mostBps && { cents };
}
