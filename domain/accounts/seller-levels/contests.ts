import type { ExclusionReason } from './figures.ts';

/** What counts against a seller in one sale (§4.13). */
export const incidentKinds = ['claim', 'cancellation', 'late'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** A seller's contest of how one sale is counted: one for each sale, decided once. */
export const contestStates = ['pending', 'accepted', 'rejected'] as const;
export type ContestState = (typeof contestStates)[number];

/** Why the team excludes a sale that was contested. */
export const contestCauses = [
  'buyer_abuse',
  'platform_incident',
  'miscounted',
] as const satisfies readonly ExclusionReason[];
export type ContestCause = (typeof contestCauses)[number];

/** Letters of the seller's words. */
export const contestWords = { min: 20, max: 1_000 };
