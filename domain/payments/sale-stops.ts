/**
 * Why a paid order's money and clock stand still besides a complaint, the strongest first: the payer's bank looks at
 * the payment (P26), the team looks at it (§4.6, §4.15), what was bought comes back (S11), the buyer's regret waits for
 * a person (P24), or an admin blocked the seller's money (N02).
 */
export const saleStops = ['bank', 'analysis', 'return', 'regret', 'block'] as const;
export type SaleStop = (typeof saleStops)[number];

/** The stops that both sides see on the order. A block is the seller's matter: the buyer keeps all rights. */
export const orderStops = ['bank', 'analysis', 'return', 'regret'] as const;
export type OrderStop = (typeof orderStops)[number];

/** The stop that concerns the order and not the seller's money alone; null without one. */
export const orderStopOf = (stop: SaleStop | null): OrderStop | null => (stop === 'block' ? null : stop);
