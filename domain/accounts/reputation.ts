/** The parameters of a person's reputation figures (§4.13). */
export interface ReputationRules {
  /** The prior of the Bayesian mean, in hundredths of a star, and its weight in ratings. */
  priorHundredths: number;
  priorWeight: number;
  /** With fewer sales or answers, a rate is not shown because it is not significant. */
  fewestSales: number;
  fewestAnswers: number;
  /** How far back sales and answers count, in milliseconds. */
  windowMs: number;
}

export const defaultReputationRules: ReputationRules = {
  priorHundredths: 450,
  priorWeight: 10,
  fewestSales: 5,
  fewestAnswers: 3,
  windowMs: 365 * 86_400_000,
};

/** With fewer ratings the mean still follows its prior, so pages show their number instead. */
export const fewestRatings = 3;

/** The number of ratings with one to five stars. */
export type StarCounts = readonly [number, number, number, number, number];

/** The displayed score: the Bayesian mean of §4.13, in hundredths of a star. */
export function scoreHundredths(counts: StarCounts, rules: ReputationRules): number {
  const { priorHundredths, priorWeight } = rules;
  const count = counts.reduce((sum, each) => sum + each, 0);
  const stars = counts.reduce((sum, each, index) => sum + each * (index + 1), 0);
  const weight = priorWeight + count;
  return weight === 0 ? priorHundredths : Math.round((priorHundredths * priorWeight + 100 * stars) / weight);
}

/** Why a sale may not count for its seller's reputation (T109, ADR 0080). `network` alone excludes nothing. */
export const doubtReasons = ['device', 'payout_key', 'document', 'network', 'refunded'] as const;
export type DoubtReason = (typeof doubtReasons)[number];

export const doubtLabels: Record<DoubtReason, string> = {
  device: 'mesmo aparelho',
  payout_key: 'mesma chave de saque',
  document: 'mesmo CPF ou CNPJ',
  network: 'mesma rede',
  refunded: 'valor todo devolvido',
};
