/** What an account is opened for: one of the platform's, one a user, or one a case. */
export type AccountOwner = 'platform' | 'user' | 'order' | 'refund' | 'withdrawal';

/**
 * The chart of accounts (§4.1). `owner` says whose id `caseId` of an account is; `side` is the side
 * that grows: `debit` for what the platform has or spent, `credit` for what it owes or earned.
 *
 * What waits for release or is blocked is kept per order, not per seller: releasing more than the order brought is
 * then not refused but impossible, and two sales of one seller never wait for each other.
 */
export const accountKinds = {
  psp_cash: { owner: 'platform', side: 'debit' },
  commission_revenue: { owner: 'platform', side: 'credit' },
  fee_revenue: { owner: 'platform', side: 'credit' },
  guarantee_fund: { owner: 'platform', side: 'credit' },
  promotions: { owner: 'platform', side: 'debit' },
  escrow: { owner: 'order', side: 'credit' },
  pending_release: { owner: 'order', side: 'credit' },
  blocked: { owner: 'order', side: 'credit' },
  refund_due: { owner: 'refund', side: 'credit' },
  withdrawal_in_transit: { owner: 'withdrawal', side: 'credit' },
  available: { owner: 'user', side: 'credit' },
  purchase_credit: { owner: 'user', side: 'credit' },
  promo_credit: { owner: 'user', side: 'credit' },
  recoverable: { owner: 'user', side: 'debit' },
  chargeback_debt: { owner: 'user', side: 'debit' },
} as const satisfies Record<string, { owner: AccountOwner; side: 'debit' | 'credit' }>;
export type AccountKind = keyof typeof accountKinds;
