import { defaultCalendarRules } from './business-days.ts';
import type { CalendarRules } from './business-days.ts';
import { defaultBrand } from './brand.ts';
import type { BrandRules } from './brand.ts';
import { defaultCompany } from './company.ts';
import type { CompanyRules } from './company.ts';
import { defaultSecurityRules } from './accounts.ts';
import type { SecurityRules } from './accounts.ts';
import { defaultConversationRules } from './conversations.ts';
import type { ConversationRules } from './conversations.ts';
import { defaultDeliveryRules } from './delivery-rules.ts';
import type { DeliveryRules } from './delivery-rules.ts';
import { defaultFavoriteRules } from './favorites.ts';
import type { FavoriteRules } from './favorites.ts';
import { defaultComplaintRules } from './complaint-rules.ts';
import type { ComplaintRules } from './complaint-rules.ts';
import { defaultHeldMoneyRules } from './held-money.ts';
import type { HeldMoneyRules } from './held-money.ts';
import { defaultListingRules } from './listing-rules.ts';
import type { ListingRules } from './listing-rules.ts';
import { defaultFollowRules } from './follows.ts';
import type { FollowRules } from './follows.ts';
import { defaultLetterRules } from './letters.ts';
import type { LetterRules } from './letters.ts';
import { defaultMoneyDecisionRules } from './money-decisions.ts';
import type { MoneyDecisionRules } from './money-decisions.ts';
import type { PlanRule, PlanRules } from './plans.ts';
import { defaultOrderTimers } from './orders.ts';
import type { OrderTimers } from './orders.ts';
import { defaultReminderRules } from './order-reminders.ts';
import type { ReminderRules } from './order-reminders.ts';
import { defaultCardRules } from './installments.ts';
import type { CardRules } from './installments.ts';
import { defaultOpenMethods, defaultPaymentRules } from './payments.ts';
import type { PaymentMethod, PaymentRules } from './payments.ts';
import { defaultNetworkRules } from './network-rules.ts';
import type { NetworkRules } from './network-rules.ts';
import { defaultProposalRules } from './proposals.ts';
import type { ProposalRules } from './proposals.ts';
import { defaultPrivacyRules } from './privacy-rules.ts';
import type { PrivacyRules } from './privacy-rules.ts';
import { defaultQuestionRules } from './questions.ts';
import type { QuestionRules } from './questions.ts';
import { defaultRatingRules } from './ratings.ts';
import type { RatingRules } from './ratings.ts';
import { defaultRefundRules } from './refunds.ts';
import type { RefundRules } from './refunds.ts';
import { defaultReceiptRules } from './receipts.ts';
import type { ReceiptRules } from './receipts.ts';
import { defaultReportRules } from './reports.ts';
import type { ReportRules } from './reports.ts';
import { defaultReputationRules } from './reputation.ts';
import type { ReputationRules } from './reputation.ts';
import { defaultCodeRules, defaultSignInRules } from './sign-in.ts';
import type { CodeRules, SignInRules } from './sign-in.ts';
import { defaultHoldRules } from './holds.ts';
import type { HoldRules } from './holds.ts';
import { defaultTicketRules } from './tickets.ts';
import type { TicketRules } from './tickets.ts';
import { defaultUploadRules } from './uploads.ts';
import type { UploadRules } from './uploads.ts';
import { defaultVerificationRules } from './verification.ts';
import type { VerificationRules } from './verification.ts';
import { defaultWithdrawalRules } from './withdrawals.ts';
import type { WithdrawalRules } from './withdrawals.ts';

/**
 * Every number the engine runs on that is ours to choose. One version is one whole: an order keeps the version it
 * was born with, and the pages that explain fees and deadlines read the same values (N08).
 */
export interface Rules {
  brand: BrandRules;
  company: CompanyRules;
  plans: PlanRules;
  timers: OrderTimers;
  calendar: CalendarRules;
  reminders: ReminderRules;
  refunds: RefundRules;
  withdrawal: WithdrawalRules;
  heldMoney: HeldMoneyRules;
  moneyDecisions: MoneyDecisionRules;
  security: SecurityRules;
  signIn: SignInRules;
  codes: CodeRules;
  networks: NetworkRules;
  privacy: PrivacyRules;
  proposals: ProposalRules;
  verification: VerificationRules;
  listings: ListingRules;
  questions: QuestionRules;
  ratings: RatingRules;
  reputation: ReputationRules;
  favorites: FavoriteRules;
  follows: FollowRules;
  reports: ReportRules;
  uploads: UploadRules;
  conversations: ConversationRules;
  deliveries: DeliveryRules;
  receipts: ReceiptRules;
  /** Ways to pay that a buyer may choose, in the order in which they are offered. */
  openMethods: readonly PaymentMethod[];
  tickets: TicketRules;
  holds: HoldRules;
  payments: PaymentRules;
  card: CardRules;
  complaints: ComplaintRules;
  letters: LetterRules;
  maxUnpaidOrders: number;
  listingExpiryMs: number;
}

const plan = (commissionBps: number, weeklyStatistics = false): PlanRule => ({
  commissionBps,
  minCommissionCents: 50,
  maxCommissionCents: 50_000,
  guaranteeBps: 50,
  weeklyStatistics,
});

/** The rules a new installation begins with (§4.2, §4.3, §4.5, §4.10, §4.14, §4.17). */
export const defaultRules: Rules = {
  brand: defaultBrand,
  company: defaultCompany,
  plans: { prata: plan(990), ouro: plan(1190), diamante: plan(1390, true) },
  timers: defaultOrderTimers,
  calendar: defaultCalendarRules,
  reminders: defaultReminderRules,
  refunds: defaultRefundRules,
  withdrawal: defaultWithdrawalRules,
  heldMoney: defaultHeldMoneyRules,
  moneyDecisions: defaultMoneyDecisionRules,
  security: defaultSecurityRules,
  signIn: defaultSignInRules,
  codes: defaultCodeRules,
  networks: defaultNetworkRules,
  privacy: defaultPrivacyRules,
  proposals: defaultProposalRules,
  verification: defaultVerificationRules,
  listings: defaultListingRules,
  questions: defaultQuestionRules,
  ratings: defaultRatingRules,
  reputation: defaultReputationRules,
  favorites: defaultFavoriteRules,
  follows: defaultFollowRules,
  reports: defaultReportRules,
  uploads: defaultUploadRules,
  conversations: defaultConversationRules,
  deliveries: defaultDeliveryRules,
  receipts: defaultReceiptRules,
  openMethods: defaultOpenMethods,
  tickets: defaultTicketRules,
  holds: defaultHoldRules,
  payments: defaultPaymentRules,
  card: defaultCardRules,
  complaints: defaultComplaintRules,
  letters: defaultLetterRules,
  maxUnpaidOrders: 5,
  listingExpiryMs: 90 * 86_400_000,
};

/**
 * A kept version as the engine reads it. It may be older than some of its rules; those have their default, at any
 * depth, so that a rule added later needs no rewriting of history. Lists are taken as they stand.
 */
export function wholeRules(kept: object): Rules {
  return overlay(defaultRules, kept) as Rules;
}

function overlay(beneath: unknown, above: unknown): unknown {
  if (!isGroup(beneath) || !isGroup(above)) return above === undefined ? beneath : above;
  const names = new Set([...Object.keys(beneath), ...Object.keys(above)]);
  return Object.fromEntries([...names].map((name) => [name, overlay(beneath[name], above[name])]));
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
