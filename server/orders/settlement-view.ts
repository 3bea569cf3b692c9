import type { Order } from '#contract/orders/orders.ts';
import { holdMsOf } from '#domain/orders/orders.ts';
import type { OrderTimers, SettlementState } from '#domain/orders/orders.ts';

/** What an order's row tells of the seller's money. */
export interface SettlementRow {
  /** Null before it is paid. */
  settlement_state: SettlementState | null;
  net_cents: number | null;
  release_at: Date | null;
  hold_days: number | null;
  /** The category that was bought in. */
  category: string;
}

/**
 * Where the seller's money is, until when it waits and by whose rule (N08).
 * @param timers of the rules the order was born with
 */
export function presentSettlement(
  row: SettlementRow,
  timers: OrderTimers,
): NonNullable<Order['deal']>['settlement'] {
  if (row.settlement_state === null) return null;
  return {
    state: row.settlement_state,
    releaseAt: row.release_at && row.release_at.toISOString(),
    holdMs: holdMsOf(row.hold_days, timers),
    holdCategory: row.hold_days === null ? null : row.category,
  };
}
