/** Why an admin marks a payment as in analysis (§4.6: a hold of ours needs a reason code). */
export const analysisReasons = [
  /** A card or an account that may not be the payer's. */
  'stolen_means',
  /** The buyer's or the seller's account may be in another's hands. */
  'taken_account',
  /** Buyer and seller may be the same person. */
  'own_purchase',
  'unusual_sale',
  'authority',
  'other',
] as const;
export type AnalysisReason = (typeof analysisReasons)[number];

/** How an analysis ends: everything goes on, the money goes back (P27), or its time is over and everything goes on. */
export const analysisOutcomes = ['released', 'refunded', 'lapsed'] as const;
export type AnalysisOutcome = (typeof analysisOutcomes)[number];
