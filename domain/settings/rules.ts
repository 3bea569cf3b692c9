import { defaultVacationRules } from '#domain/listings/vacations/rules.ts';
import type { VacationRules } from '#domain/listings/vacations/rules.ts';
import { defaultIncidentRules } from '#domain/incidents/rules.ts';
import type { IncidentRules } from '#domain/incidents/rules.ts';
import { defaultCalendarRules } from '#domain/business-days.ts';
import type { CalendarRules } from '#domain/business-days.ts';
import { defaultBrand } from './brand.ts';
import type { BrandRules } from './brand.ts';
import { defaultCompany } from './company.ts';
import type { CompanyRules } from './company.ts';
import { defaultSecurityRules } from '#domain/accounts/accounts.ts';
import type { SecurityRules } from '#domain/accounts/accounts.ts';
import { defaultConversationRules } from '#domain/orders/conversations.ts';
import type { ConversationRules } from '#domain/orders/conversations.ts';
import { defaultDeliveryRules } from '#domain/orders/delivery-rules.ts';
import type { DeliveryRules } from '#domain/orders/delivery-rules.ts';
import { defaultFavoriteRules } from '#domain/listings/favorites.ts';
import type { FavoriteRules } from '#domain/listings/favorites.ts';
import { defaultComplaintRules } from '#domain/complaints/rules.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import { defaultHeldMoneyRules } from '#domain/ledger/held-money.ts';
import type { HeldMoneyRules } from '#domain/ledger/held-money.ts';
import { defaultListingRules } from '#domain/listings/rules.ts';
import type { ListingRules } from '#domain/listings/rules.ts';
import { defaultFollowRules } from '#domain/listings/follows.ts';
import type { FollowRules } from '#domain/listings/follows.ts';
import { defaultLetterRules } from './letters.ts';
import type { LetterRules } from './letters.ts';
import { defaultMoneyDecisionRules } from '#domain/staff/money-decisions.ts';
import type { MoneyDecisionRules } from '#domain/staff/money-decisions.ts';
import type { PlanRule, PlanRules } from '#domain/listings/plans.ts';
import { defaultOrderTimers } from '#domain/orders/timers.ts';
import type { OrderTimers } from '#domain/orders/timers.ts';
import { defaultReminderRules } from '#domain/orders/reminders.ts';
import type { ReminderRules } from '#domain/orders/reminders.ts';
import { defaultCardRules } from '#domain/payments/installments.ts';
import type { CardRules } from '#domain/payments/installments.ts';
import { defaultOpenMethods, defaultPaymentRules } from '#domain/payments/payments.ts';
import type { PaymentMethod, PaymentRules } from '#domain/payments/payments.ts';
import { defaultNetworkRules } from './network-rules.ts';
import type { NetworkRules } from './network-rules.ts';
import { defaultProposalRules } from '#domain/staff/proposals.ts';
import type { ProposalRules } from '#domain/staff/proposals.ts';
import { defaultPrivacyRules } from '#domain/accounts/privacy-rules.ts';
import type { PrivacyRules } from '#domain/accounts/privacy-rules.ts';
import { defaultQuestionRules } from '#domain/community/questions.ts';
import type { QuestionRules } from '#domain/community/questions.ts';
import { defaultRatingRules } from '#domain/community/ratings.ts';
import type { RatingRules } from '#domain/community/ratings.ts';
import { defaultRefundRules } from '#domain/refunds/refunds.ts';
import type { RefundRules } from '#domain/refunds/refunds.ts';
import { defaultPaymentProofRules } from '#domain/payments/payment-proofs.ts';
import type { PaymentProofRules } from '#domain/payments/payment-proofs.ts';
import { defaultReportRules } from '#domain/community/reports.ts';
import type { ReportRules } from '#domain/community/reports.ts';
import { defaultReputationRules } from '#domain/accounts/reputation.ts';
import type { ReputationRules } from '#domain/accounts/reputation.ts';
import { defaultCodeRules, defaultSignInRules } from '#domain/accounts/sign-in.ts';
import type { CodeRules, SignInRules } from '#domain/accounts/sign-in.ts';
import { defaultAppealRules } from '#domain/appeals/appeals.ts';
import type { AppealRules } from '#domain/appeals/appeals.ts';
import { defaultShippingRules } from '#domain/shipping/settings.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { defaultClaimRules } from '#domain/staff/queue-claims.ts';
import type { ClaimRules } from '#domain/staff/queue-claims.ts';
import { defaultTicketRules } from '#domain/tickets/tickets.ts';
import type { TicketRules } from '#domain/tickets/tickets.ts';
import { defaultUploadRules } from '#domain/uploads.ts';
import type { UploadRules } from '#domain/uploads.ts';
import { defaultAgeRules } from '#domain/accounts/ages/rules.ts';
import type { AgeRules } from '#domain/accounts/ages/rules.ts';
import { defaultRiskRules } from '#domain/risk/rules.ts';
import type { RiskRules } from '#domain/risk/rules.ts';
import { defaultSellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import type { SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import { defaultStrikeRules } from '#domain/accounts/strikes/strikes.ts';
import type { StrikeRules } from '#domain/accounts/strikes/strikes.ts';
import { defaultDocumentRules } from '#domain/accounts/documents/rules.ts';
import type { DocumentRules } from '#domain/accounts/documents/rules.ts';
import { defaultVerificationRules } from '#domain/accounts/verification.ts';
import type { VerificationRules } from '#domain/accounts/verification.ts';
import { defaultWithdrawalRules } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalRules } from '#domain/withdrawals/withdrawals.ts';

/**
 * Every configurable rule of the marketplace. Rules are versioned as a whole: an order keeps the version of its
 * creation, and the pages that explain fees and deadlines read the same values (N08).
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
  documents: DocumentRules;
  listings: ListingRules;
  vacations: VacationRules;
  questions: QuestionRules;
  ratings: RatingRules;
  reputation: ReputationRules;
  sellerLevels: SellerLevelRules;
  ages: AgeRules;
  strikes: StrikeRules;
  incidents: IncidentRules;
  favorites: FavoriteRules;
  follows: FollowRules;
  reports: ReportRules;
  uploads: UploadRules;
  conversations: ConversationRules;
  deliveries: DeliveryRules;
  receipts: PaymentProofRules;
  /** Enabled payment methods, in display order. */
  openMethods: readonly PaymentMethod[];
  tickets: TicketRules;
  holds: ClaimRules;
  payments: PaymentRules;
  card: CardRules;
  shipping: ShippingRules;
  complaints: ComplaintRules;
  appeals: AppealRules;
  letters: LetterRules;
  risk: RiskRules;
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

/** The rules of a new installation (§4.2, §4.3, §4.5, §4.10, §4.14, §4.17). */
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
  documents: defaultDocumentRules,
  listings: defaultListingRules,
  vacations: defaultVacationRules,
  questions: defaultQuestionRules,
  ratings: defaultRatingRules,
  reputation: defaultReputationRules,
  sellerLevels: defaultSellerLevelRules,
  ages: defaultAgeRules,
  strikes: defaultStrikeRules,
  incidents: defaultIncidentRules,
  favorites: defaultFavoriteRules,
  follows: defaultFollowRules,
  reports: defaultReportRules,
  uploads: defaultUploadRules,
  conversations: defaultConversationRules,
  deliveries: defaultDeliveryRules,
  receipts: defaultPaymentProofRules,
  openMethods: defaultOpenMethods,
  tickets: defaultTicketRules,
  holds: defaultClaimRules,
  payments: defaultPaymentRules,
  card: defaultCardRules,
  shipping: defaultShippingRules,
  complaints: defaultComplaintRules,
  appeals: defaultAppealRules,
  letters: defaultLetterRules,
  risk: defaultRiskRules,
  maxUnpaidOrders: 5,
  listingExpiryMs: 90 * 86_400_000,
};

/**
 * A stored version completed with defaults. Rules added after the version have their default, at any depth, so that
 * stored versions need no migration. Lists are not merged.
 */
export function completeRules(kept: object): Rules {
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
