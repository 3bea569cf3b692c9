/** What staff found out about an order: it was fraud, or its signals were wrong. */
export const riskLabels = ['fraud', 'good'] as const;
export type RiskLabel = (typeof riskLabels)[number];

/** What staff read of each. */
export const riskLabelNames: Record<RiskLabel, string> = { fraud: 'Fraude', good: 'Não foi fraude' };
