/** Staff queues, the most urgent first. Each has a query in `server/staff/overview/queues.ts`. */
export const queueNames = [
  'reviews',
  'complaints',
  'receipts',
  'withdrawals',
  'tickets',
  'refunds',
  'reports',
  'flagged_listings',
  'payment_reviews',
] as const;
export type QueueName = (typeof queueNames)[number];
