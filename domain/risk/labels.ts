/** What staff found out about an order: it was fraud, or its signals were wrong. */
export const riskLabels = ['fraud', 'good'] as const;
export type RiskLabel = (typeof riskLabels)[number];
