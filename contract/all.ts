import type { Endpoint } from './endpoint.ts';
import * as account from './account.ts';
import * as accounts from './accounts.ts';
import * as analyses from './analyses.ts';
import * as boughtListing from './bought-listing.ts';
import * as catalogue from './catalogue.ts';
import * as categories from './categories.ts';
import * as codes from './codes.ts';
import * as credentials from './credentials.ts';
import * as conversations from './conversations.ts';
import * as deliveryData from './delivery-data.ts';
import * as deliveryFiles from './delivery-files.ts';
import * as complaints from './complaints.ts';
import * as awaited from './awaited.ts';
import * as photoLinks from './photo-links.ts';
import * as favorites from './favorites.ts';
import * as follows from './follows.ts';
import * as holds from './holds.ts';
import * as identities from './identities.ts';
import * as invoices from './invoices.ts';
import * as listings from './listings.ts';
import * as orderLinks from './order-links.ts';
import * as orders from './orders.ts';
import * as images from './images.ts';
import * as ownListings from './own-listings.ts';
import * as payments from './payments.ts';
import * as privacy from './privacy.ts';
import * as pageTexts from './page-texts.ts';
import * as proposals from './proposals.ts';
import * as push from './push.ts';
import * as questions from './questions.ts';
import * as realtime from './realtime.ts';
import * as refunds from './refunds.ts';
import * as receipts from './receipts.ts';
import * as reports from './reports.ts';
import * as ratings from './ratings.ts';
import * as reviews from './reviews.ts';
import * as saleDays from './sale-days.ts';
import * as revisions from './revisions.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as letters from './letters.ts';
import * as settings from './settings.ts';
import * as simulator from './simulator.ts';
import * as staffComplaints from './staff-complaints.ts';
import * as statements from './statements.ts';
import * as macros from './macros.ts';
import * as staffTickets from './staff-tickets.ts';
import * as tickets from './tickets.ts';
import * as staff from './staff.ts';
import * as staffListings from './staff-listings.ts';
import * as staffOrders from './staff-orders.ts';
import * as staffOverview from './staff-overview.ts';
import * as staffPayments from './staff-payments.ts';
import * as staffWithdrawals from './staff-withdrawals.ts';
import * as staffPeople from './staff-people.ts';
import * as visits from './visits.ts';
import * as withdrawals from './withdrawals.ts';

function endpointsOf(module: object): Endpoint[] {
  return Object.values(module).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'reply' in value,
  );
}

/** Every call of the API: OpenAPI, the refusal tests and the house test read this list. */
export const allEndpoints: readonly Endpoint[] = [
  accounts,
  account,
  sessions,
  secondFactors,
  identities,
  privacy,
  catalogue,
  categories,
  visits,
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
  credentials,
  proposals,
  holds,
  push,
  questions,
  favorites,
  awaited,
  photoLinks,
  follows,
  reports,
  receipts,
  orderLinks,
  boughtListing,
  saleDays,
  orders,
  deliveryData,
  deliveryFiles,
  invoices,
  refunds,
  analyses,
  conversations,
  payments,
  complaints,
  staffComplaints,
  ratings,
  withdrawals,
  statements,
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
