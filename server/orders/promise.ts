import { promisedAt } from '#domain/orders/timers.ts';

/** The columns of an order that determine its promise. */
export interface PromiseColumns {
  paid_at: Date | null;
  promised_hours: number;
  promised_at: Date | null;
}

/** The instant promised for an order's delivery, or for its posting; null before payment. */
export function promiseOfRow(row: PromiseColumns): Date | null {
  return promisedAt({ paidAt: row.paid_at, promisedHours: row.promised_hours, promiseAt: row.promised_at });
}
