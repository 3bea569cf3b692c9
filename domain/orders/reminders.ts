const hour = 3_600_000;

/** What is told of an order's deadline before it rings. */
export type OrderReminder =
  | 'payment_near'
  | 'delivery_near'
  | 'delivery_overdue'
  | 'confirm_first'
  | 'confirm_last';

/** Numbers of P18 and §4.16. */
export interface ReminderRules {
  /** A deadline is near when this part of its time is left. */
  nearBps: number;
  /** Of the time to confirm, after which the buyer is reminded first, and last; in milliseconds. */
  confirmFirstMs: number;
  confirmLastMs: number;
}

export const defaultReminderRules: ReminderRules = {
  nearBps: 2_500,
  confirmFirstMs: 24 * hour,
  confirmLastMs: 60 * hour,
};
