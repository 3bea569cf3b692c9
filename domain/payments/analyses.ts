/** Why an admin marks a payment as in analysis (§4.6: stopping a payment needs a reason code). */
export const markedReasons = [
  /** A card or an account that may not be the payer's. */
  'stolen_means',
  /** The buyer's or the seller's account may be compromised. */
  'taken_account',
  /** Buyer and seller may be the same person. */
  'own_purchase',
  'unusual_sale',
  'authority',
  'other',
] as const;

/** The reasons of a person, and the rules of risk, which start one by themselves (F55). */
export const analysisReasons = [...markedReasons, 'risk'] as const;
export type AnalysisReason = (typeof analysisReasons)[number];

/** How an analysis ends: the order continues, the money is refunded (P27), or the order continues after a timeout. */
export const analysisOutcomes = ['released', 'refunded', 'lapsed'] as const;
export type AnalysisOutcome = (typeof analysisOutcomes)[number];
