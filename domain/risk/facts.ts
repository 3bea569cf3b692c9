import type { Cents } from '#domain/money.ts';

/**
 * What is known of an order when it is placed, and what its payment adds (F55). Numbers and marks only, no names: they
 * are stored with the order, so that changed rules can be tried on it (N09). Durations are in milliseconds, null where
 * nothing is known.
 */
export interface RiskFacts {
  amountCents: Cents;
  /** Codes are delivered at once and cannot come back. */
  instant: boolean;
  /** The price in basis points of the category's median; null where none is known. */
  priceBps: number | null;
  accountAgeMs: number;
  /** Since password, second factor, phone, e-mail or key changed. */
  securityAgeMs: number | null;
  deviceAgeMs: number | null;
  /** Paid purchases, the last fifty at most, and the largest of them. */
  bought: number;
  largestCents: Cents;
  /** Of the last ninety days: all, and those refunded. */
  boughtRecently: number;
  refundedRecently: number;
  /** A completed order between the two. */
  tradedBefore: boolean;
  /** Other accounts that ordered by this device in thirty days. */
  deviceAccounts: number;
  deviceOrdersHour: number;
  deviceOrdersDay: number;
  deviceCentsDay: Cents;
  /** Other accounts that ordered from this network in a day. */
  networkAccounts: number;
  networkOrdersHour: number;
  /** Other accounts that ordered with this document in thirty days. */
  documentAccounts: number;
  documentOrdersDay: number;
  documentCentsDay: Cents;
  /** Cards of the buyer that were declined in a day. */
  declines: number;
  sellerAgeMs: number;
  /** Paid sales, the last fifty at most, and those of a day and of thirty days. */
  sold: number;
  soldDay: number;
  soldMonth: number;
  /** Sales of thirty days that the buyer complained about. */
  claimsMonth: number;
  /** Other accounts with the seller's device or payout key. */
  sellerLinks: number;
  sharedDevice: boolean;
  sharedKey: boolean;
  sharedDocument: boolean;
  sharedNetwork: boolean;
  /** Sent to the address that it is sent from. Unknown in orders placed before it was compared. */
  sharedAddress?: boolean;
  /** Orders of this account, device or document that were fraud. */
  frauds: number;
  /** Known from the payment on: another person paid, other accounts paid by this card in a day, and its orders. */
  otherPayer: boolean;
  cardAccounts: number;
  cardOrdersDay: number;
}
