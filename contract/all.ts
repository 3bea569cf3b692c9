import type { Endpoint } from './endpoint.ts';
import * as account from './accounts/account.ts';
import * as addresses from './addresses/addresses.ts';
import * as accounts from './accounts/accounts.ts';
import * as staffBlocks from './payments/staff-blocks.ts';
import * as fundPayments from './payments/fund-payments.ts';
import * as analyses from './payments/analyses.ts';
import * as boughtListing from './orders/bought-listing.ts';
import * as catalogue from './listings/catalogue.ts';
import * as categories from './listings/categories.ts';
import * as categoryTemplates from './listings/category-templates.ts';
import * as codes from './listings/codes.ts';
import * as credentials from './settings/credentials.ts';
import * as conversations from './orders/conversations.ts';
import * as deliveryData from './orders/delivery-data.ts';
import * as deliveryFiles from './orders/delivery-files.ts';
import * as dossiers from './dossiers/dossiers.ts';
import * as complaints from './complaints/complaints.ts';
import * as stockAlerts from './listings/stock-alerts.ts';
import * as photoLinks from './listings/photo-links.ts';
import * as favorites from './listings/favorites.ts';
import * as follows from './listings/follows.ts';
import * as freightHints from './listings/freight-hint.ts';
import * as queueClaims from './staff/queue-claims.ts';
import * as firstAdmin from './accounts/first-admin.ts';
import * as identities from './accounts/identities.ts';
import * as invoices from './orders/invoices.ts';
import * as listings from './listings/listings.ts';
import * as orderLinks from './orders/links.ts';
import * as orders from './orders/orders.ts';
import * as images from './listings/images.ts';
import * as ownListings from './listings/own-listings.ts';
import * as payments from './payments/payments.ts';
import * as places from './places/places.ts';
import * as privacy from './accounts/privacy.ts';
import * as pageTexts from './settings/page-texts.ts';
import * as proposals from './staff/proposals.ts';
import * as push from './notifications/push.ts';
import * as questions from './community/questions.ts';
import * as realtime from './notifications/realtime.ts';
import * as reads from './reads.ts';
import * as refunds from './refunds/refunds.ts';
import * as paymentProofs from './payments/payment-proofs.ts';
import * as returns from './shipping/returns.ts';
import * as reports from './community/reports.ts';
import * as ratings from './community/ratings.ts';
import * as reviews from './listings/reviews.ts';
import * as saleDays from './orders/sale-days.ts';
import * as securing from './orders/securing.ts';
import * as revisions from './listings/revisions.ts';
import * as freightQuotes from './shipping/quotes.ts';
import * as sheets from './shipping/sheets.ts';
import * as shipments from './shipping/shipments.ts';
import * as secondFactors from './accounts/second-factors.ts';
import * as appeals from './appeals/appeals.ts';
import * as staffAppeals from './appeals/staff-appeals.ts';
import * as ages from './accounts/ages.ts';
import * as sellerLevels from './accounts/seller-levels.ts';
import * as strikes from './accounts/strikes.ts';
import * as countingContests from './accounts/counting-contests.ts';
import * as documentChecks from './accounts/document-checks.ts';
import * as documents from './accounts/documents.ts';
import * as vacations from './listings/vacations.ts';
import * as incidents from './incidents/incidents.ts';
import * as sessions from './accounts/sessions.ts';
import * as letters from './settings/letters.ts';
import * as orderRisks from './risk/order-risk.ts';
import * as dryRun from './settings/dry-run.ts';
import * as settings from './settings/settings.ts';
import * as simulator from './simulator/simulator.ts';
import * as staffShipments from './shipping/staff-shipments.ts';
import * as staffComplaints from './complaints/staff-complaints.ts';
import * as statements from './ledger/statements.ts';
import * as transparency from './ledger/transparency.ts';
import * as macros from './tickets/macros.ts';
import * as staffTickets from './tickets/staff-tickets.ts';
import * as tickets from './tickets/tickets.ts';
import * as setup from './staff/setup.ts';
import * as staff from './staff/staff.ts';
import * as staffListings from './listings/staff-listings.ts';
import * as staffOrders from './orders/staff-orders.ts';
import * as staffOverview from './staff/overview.ts';
import * as staffPayments from './payments/staff-payments.ts';
import * as staffWithdrawals from './withdrawals/staff-withdrawals.ts';
import * as staffPeople from './staff/people.ts';
import * as listingViews from './listings/views.ts';
import * as withdrawals from './withdrawals/withdrawals.ts';

function endpointsOf(module: object): Endpoint[] {
  return Object.values(module).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'reply' in value,
  );
}

/** Every endpoint of the API; OpenAPI, the refusal tests and the house test read this list. */
export const allEndpoints: readonly Endpoint[] = [
  reads,
  accounts,
  account,
  sessions,
  secondFactors,
  firstAdmin,
  identities,
  ages,
  sellerLevels,
  countingContests,
  strikes,
  appeals,
  staffAppeals,
  documentChecks,
  documents,
  vacations,
  incidents,
  privacy,
  addresses,
  freightQuotes,
  sheets,
  shipments,
  staffShipments,
  returns,
  places,
  catalogue,
  categories,
  categoryTemplates,
  listingViews,
  listings,
  codes,
  images,
  ownListings,
  revisions,
  realtime,
  reviews,
  pageTexts,
  letters,
  settings,
  dryRun,
  setup,
  credentials,
  proposals,
  queueClaims,
  push,
  questions,
  favorites,
  stockAlerts,
  photoLinks,
  follows,
  freightHints,
  reports,
  paymentProofs,
  orderLinks,
  boughtListing,
  saleDays,
  securing,
  orders,
  deliveryData,
  deliveryFiles,
  invoices,
  refunds,
  analyses,
  orderRisks,
  staffBlocks,
  fundPayments,
  conversations,
  payments,
  complaints,
  dossiers,
  staffComplaints,
  ratings,
  withdrawals,
  statements,
  transparency,
  tickets,
  staffTickets,
  macros,
  staff,
  staffListings,
  staffOrders,
  staffOverview,
  staffPayments,
  staffWithdrawals,
  staffPeople,
  simulator,
].flatMap(endpointsOf);
