import {
  checkContestedPayments,
  checkChargedBackPayments,
  collectDebts,
  findMissedContestations,
} from '#server/payments/contestations/jobs.ts';
import { endStaffBlocks } from '#server/payments/staff-blocks/jobs.ts';
import { lapseAnalyses } from '#server/payments/analyses/jobs.ts';
import { conversationSweeps } from '#server/orders/conversations/jobs.ts';
import {
  countSales,
  endReviews,
  reconcileDays,
  reconcilePayments,
  releaseSettlements,
  runDueOrders,
  proofSweeps,
} from '#server/orders/jobs.ts';
import { deliverMissingCodes } from '#server/orders/delivery/missing-codes.ts';
import { shippingSweeps } from '#server/orders/shipment/jobs.ts';
import { remindOfDeadlines } from '#server/orders/reminders.ts';
import { chargePayments, runRefunds } from '#server/payments/jobs.ts';
import { lapseCancellations } from '#server/refunds/jobs.ts';
import { payUnansweredRegrets } from '#server/refunds/regret-deadlines.ts';
import { returnSweeps } from '#server/refunds/returns/jobs.ts';
import { processProviderEvents } from '#server/payments/webhooks/jobs.ts';
import { recheckPayouts, runPayouts } from '#server/withdrawals/jobs.ts';
import { deleteExpired } from '#server/accounts/jobs.ts';
import { endAppeals } from '#server/appeals/jobs.ts';
import { documentSweeps } from '#server/accounts/documents/jobs.ts';
import { countSellers } from '#server/accounts/seller-levels/jobs.ts';
import { announceTexts } from '#server/accounts/terms.ts';
import {
  expireListings,
  applySearchChanges,
  maintainFrequentWords,
  notifyLateReviews,
  warnExpiringListings,
} from '#server/listings/jobs.ts';
import { storeWordHits } from '#server/listings/search/jobs.ts';
import { indexListings } from '#server/listings/search/reindex.ts';
import { measurePrices } from '#server/listings/odd-prices.ts';
import { updateSellerFacts } from '#server/listings/sellers.ts';
import { notifyPriceDrops } from '#server/listings/favorites/jobs.ts';
import { notifyReturns } from '#server/listings/stock-alerts/jobs.ts';
import { notifyPublications } from '#server/listings/follows/jobs.ts';
import { assignCases, expireProposals, runDueComplaints, runDueRequests } from '#server/complaints/jobs.ts';
import { setFundDeadlines } from '#server/complaints/fund.ts';
import { runRatingWindows } from '#server/community/ratings/jobs.ts';
import { findRelatedSales } from '#server/community/ratings/related-sales.ts';
import { deleteRiskTraces } from '#server/risk/jobs.ts';
import { privacySweeps } from '#server/accounts/privacy/jobs.ts';
import { deleteTicketFiles, runTicketTimers, notifyOverdueTickets } from '#server/tickets/jobs.ts';
import { shiftTicketClocks } from '#server/tickets/clock-shifts.ts';
import { askForRatings } from '#server/tickets/ratings.ts';
import { returnSilentTickets } from '#server/tickets/assignee-timeout.ts';
import { deleteUnsentProofFiles } from '#server/payments/payment-proofs/jobs.ts';
import { closeLedger } from '#server/ledger/closings.ts';
import { relayEvents } from '#server/notifications/jobs.ts';
import { releaseAbandonedJobs } from '#server/background/jobs.ts';
import { deleteOldBrowsers } from '#server/notifications/push/jobs.ts';
import { staffSweeps } from '#server/staff/jobs.ts';
import { runDueProposals } from '#server/staff/confirmations/jobs.ts';
import { notifyWeeklyStatistics, writeViews } from '#server/listings/views/jobs.ts';
import { resealSecrets } from '#server/secrets/key-rotation.ts';
import type { Sweep } from '#server/background/worker.ts';
import { checkBackups } from './backup/check.ts';
import { applyIncidents, watchForSilence } from '#server/incidents/jobs.ts';
import { heartbeat } from '#server/background/heartbeat.ts';

/** Sweeps of every process: of data in its memory, and its sign of life. A worker runs the others. */
export const webSweeps: readonly Sweep[] = [heartbeat, watchForSilence, writeViews];

/** Every sweep of the marketplace. */
export const allSweeps: readonly Sweep[] = [
  heartbeat,
  watchForSilence,
  shiftTicketClocks,
  applyIncidents,
  resealSecrets,
  closeLedger,
  checkBackups,
  expireListings,
  indexListings,
  applySearchChanges,
  maintainFrequentWords,
  storeWordHits,
  updateSellerFacts,
  warnExpiringListings,
  notifyLateReviews,
  measurePrices,
  endAppeals,
  writeViews,
  notifyWeeklyStatistics,
  processProviderEvents,
  chargePayments,
  reconcilePayments,
  recheckPayouts,
  reconcileDays,
  checkContestedPayments,
  findMissedContestations,
  checkChargedBackPayments,
  collectDebts,
  endReviews,
  lapseAnalyses,
  endStaffBlocks,
  remindOfDeadlines,
  runDueOrders,
  ...shippingSweeps,
  deliverMissingCodes,
  releaseSettlements,
  runRefunds,
  lapseCancellations,
  payUnansweredRegrets,
  ...returnSweeps,
  runPayouts,
  countSales,
  notifyPriceDrops,
  notifyReturns,
  notifyPublications,
  runDueComplaints,
  expireProposals,
  runDueRequests,
  assignCases,
  setFundDeadlines,
  runRatingWindows,
  runTicketTimers,
  returnSilentTickets,
  askForRatings,
  notifyOverdueTickets,
  deleteTicketFiles,
  ...proofSweeps,
  findRelatedSales,
  ...conversationSweeps,
  deleteUnsentProofFiles,
  countSellers,
  ...documentSweeps,
  announceTexts,
  relayEvents,
  releaseAbandonedJobs,
  deleteOldBrowsers,
  deleteExpired,
  deleteRiskTraces,
  ...privacySweeps,
  ...staffSweeps,
  runDueProposals,
];
