import type { Cents } from '#domain/money.ts';

/** Verification levels (§4.14): e-mail, + phone, + CPF or CNPJ with name and age, + staff's grant. */
export const verificationLevels = ['N0', 'N1', 'N2', 'N3'] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

/** The limits of a level. `null` means unlimited; money in cents, sales per calendar month, the rest per day. */
export interface LevelLimits {
  activeListings: number;
  maxPriceCents: Cents;
  salesPerMonthCents: Cents | null;
  withdrawPerDayCents: Cents;
  buyPerDayCents: Cents;
}

export type VerificationRules = Record<VerificationLevel, LevelLimits> & {
  /** Youngest age, in years, of a person who sells or withdraws. */
  minAge: number;
  /** Days for which an account has half of the limits, unless it has this many clean orders. */
  newcomerDays: number;
  cleanOrders: number;
  /** The share of the limits of a restricted account (§4.17), in basis points; withdrawals are not reduced. */
  restrictedBps: number;
  /** Successful sales that replace a CNPJ as a requirement for N3. */
  grantSales: number;
};

export const defaultVerificationRules: VerificationRules = {
  N0: {
    activeListings: 0,
    maxPriceCents: 0,
    salesPerMonthCents: 0,
    withdrawPerDayCents: 0,
    buyPerDayCents: 30_000,
  },
  N1: {
    activeListings: 5,
    maxPriceCents: 20_000,
    salesPerMonthCents: 100_000,
    withdrawPerDayCents: 0,
    buyPerDayCents: 100_000,
  },
  N2: {
    activeListings: 50,
    maxPriceCents: 200_000,
    salesPerMonthCents: 2_000_000,
    withdrawPerDayCents: 200_000,
    buyPerDayCents: 500_000,
  },
  N3: {
    activeListings: 1_000,
    maxPriceCents: 5_000_000,
    salesPerMonthCents: null,
    withdrawPerDayCents: 2_000_000,
    buyPerDayCents: 2_000_000,
  },
  minAge: 18,
  newcomerDays: 90,
  cleanOrders: 5,
  restrictedBps: 2_500,
  grantSales: 50,
};

/** The verified facts about a person. */
export interface VerifiedFacts {
  emailVerified: boolean;
  phoneVerified: boolean;
  identityVerified: boolean;
  /** Staff saw a CNPJ in order, or 50 green sales, and proof of address (N3). */
  granted: boolean;
}

/** The verification level. A level requires all levels below it; without a confirmed e-mail even N0's limits are 0. */
export function verificationLevel(facts: VerifiedFacts): VerificationLevel {
  if (!facts.emailVerified || !facts.phoneVerified) return 'N0';
  if (!facts.identityVerified) return 'N1';
  return facts.granted ? 'N3' : 'N2';
}

/** Proofs required before a person creates a listing (L01), in the order in which they are requested. */
export type SellerProof = 'email' | 'phone';

/** The proofs this person has not given yet. */
export function missingSellerProofs(
  facts: Pick<VerifiedFacts, 'emailVerified' | 'phoneVerified'>,
): SellerProof[] {
  const missing: SellerProof[] = [];
  if (!facts.emailVerified) missing.push('email');
  if (!facts.phoneVerified) missing.push('phone');
  return missing;
}

/** Whole years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const [year, month, date] = birthDate.split('-').map(Number) as [number, number, number];
  const [onYear, onMonth, onDate] = day.split('-').map(Number) as [number, number, number];
  const hadBirthday = onMonth > month || (onMonth === month && onDate >= date);
  return onYear - year - (hadBirthday ? 0 : 1);
}
