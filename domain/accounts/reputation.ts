/** What a person's figures are made of (§4.13). */
export interface ReputationRules {
  /** The Bayesian mean begins here, in hundredths of a star, as if so many had given it. */
  priorHundredths: number;
  priorWeight: number;
  /** Below so many, a rate says more of chance than of the person. */
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

/** How many ratings of one to five stars there are. */
export type StarCounts = readonly [number, number, number, number, number];

/** The score that is shown: the Bayesian mean of §4.13, in hundredths of a star. */
export function scoreHundredths(counts: StarCounts, rules: ReputationRules): number {
  const { priorHundredths, priorWeight } = rules;
  const count = counts.reduce((sum, each) => sum + each, 0);
  const stars = counts.reduce((sum, each, index) => sum + each * (index + 1), 0);
  const weight = priorWeight + count;
  return weight === 0 ? priorHundredths : Math.round((priorHundredths * priorWeight + 100 * stars) / weight);
}

/** Why a sale may say nothing of its seller (T109, ADR 0080). `network` alone takes nothing out. */
export const doubtReasons = ['device', 'payout_key', 'document', 'network', 'refunded'] as const;
export type DoubtReason = (typeof doubtReasons)[number];

export const doubtWords: Record<DoubtReason, string> = {
  device: 'mesmo aparelho',
  payout_key: 'mesma chave de saque',
  document: 'mesmo CPF ou CNPJ',
  network: 'mesma rede',
  refunded: 'valor todo devolvido',
};
