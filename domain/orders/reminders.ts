const hour = 3_600_000;

/** Reminders before a deadline of an order. */
export type OrderReminder =
  | 'payment_near'
  | 'delivery_near'
  | 'delivery_overdue'
  | 'parcel_late'
  | 'confirm_first'
  | 'confirm_last';

/** Numbers of P18 and §4.16. */
export interface ReminderRules {
  /** A deadline is near when this share of its time is left, in basis points. */
  nearBps: number;
  /** When the buyer is first and last reminded to confirm, in milliseconds after the delivery. */
  confirmFirstMs: number;
  confirmLastMs: number;
}

export const defaultReminderRules: ReminderRules = {
  nearBps: 2_500,
  confirmFirstMs: 24 * hour,
  confirmLastMs: 60 * hour,
};
