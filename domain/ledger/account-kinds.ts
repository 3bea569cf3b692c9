/** What an account is opened for: one for the platform, one per user, or one per order, refund or withdrawal. */
export type AccountOwner = 'platform' | 'user' | 'order' | 'refund' | 'withdrawal';

/**
 * The chart of accounts (§4.1). `owner` says which id the `caseId` of an account is; `side` is the side
 * that grows: `debit` for what the platform has or spent, `credit` for what it owes or earned.
 *
 * Money pending release or blocked has one account per order, not per seller: an order can then never release more
 * than it received, and two sales of one seller never wait for each other's locks.
 */
export const accountKinds = {
  psp_cash: { owner: 'platform', side: 'debit' },
  commission_revenue: { owner: 'platform', side: 'credit' },
  fee_revenue: { owner: 'platform', side: 'credit' },
  freight_payable: { owner: 'platform', side: 'credit' },
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
