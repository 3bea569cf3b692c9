/**
 * Why a paid order's money and clock stand still besides a complaint, the strongest first: the payer's bank looks at
 * the payment (P26), the team looks at it (§4.6, §4.15), what was bought comes back (S11), or the buyer's regret waits
 * for a person (P24).
 */
export const saleStops = ['bank', 'analysis', 'return', 'regret'] as const;
export type SaleStop = (typeof saleStops)[number];
