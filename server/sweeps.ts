import { askAboutContested, askAboutTaken, collectDebts, findContested } from './contestations/jobs.ts';
import { lapseAnalyses } from './analyses/jobs.ts';
import { conversationSweeps } from './conversations/jobs.ts';
import {
  countSales,
  endReviews,
  reconcileDays,
  reconcilePayments,
  releaseSettlements,
  runDueOrders,
  proofSweeps,
} from './orders/jobs.ts';
import { deliverMissingCodes } from './orders/missing-codes.ts';
import { remindOfDeadlines } from './orders/reminders.ts';
import { chargePayments, runRefunds } from './payments/jobs.ts';
import { lapseCancellations } from './refunds/jobs.ts';
import { processProviderEvents } from './webhooks/jobs.ts';
import { recheckPayouts, runPayouts } from './withdrawals/jobs.ts';
import { forgetExpired } from './accounts/jobs.ts';
import { announceTexts } from './accounts/terms.ts';
import {
  expireListings,
  foldSearchChanges,
  keepFrequentWords,
  tellLateReviews,
  warnExpiringListings,
} from './listings/jobs.ts';
import { measurePrices } from './listings/odd-prices.ts';
import { markSellers } from './listings/sellers.ts';
import { tellPriceDrops } from './favorites/jobs.ts';
import { tellReturns } from './awaited/jobs.ts';
import { tellPublications } from './follows/jobs.ts';
import { assignCases, expireProposals, runDueComplaints, runDueRequests } from './complaints/jobs.ts';
import { runRatingWindows } from './ratings/jobs.ts';
import { compareSides } from './ratings/related-sales.ts';
import { privacySweeps } from './privacy/jobs.ts';
import { dropTicketFiles, runTicketTimers, tellOverdueTickets } from './tickets/jobs.ts';
import { askForRatings } from './tickets/ratings.ts';
import { returnSilentTickets } from './tickets/turns.ts';
import { forgetReceiptFiles } from './receipts/jobs.ts';
import { relayEvents } from './notifications/jobs.ts';
import { releaseAbandonedJobs } from './jobs.ts';
import { forgetBrowsers } from './push/jobs.ts';
import { staffSweeps } from './staff/jobs.ts';
import { runDueProposals } from './confirmations/jobs.ts';
import { tellWeeks, writeWaitingVisits } from './visits/jobs.ts';
import { resealSecrets } from './key-rotation.ts';
import type { Sweep } from './worker.ts';

/** What a process that answers visitors knows alone, it writes itself, also where the other sweeps run elsewhere. */
export const sweepsOfVisitors: readonly Sweep[] = [writeWaitingVisits];

/** Every sweep of the marketplace, by hand. */
export const allSweeps: readonly Sweep[] = [
  resealSecrets,
  expireListings,
  foldSearchChanges,
  keepFrequentWords,
  markSellers,
  warnExpiringListings,
  tellLateReviews,
  measurePrices,
  writeWaitingVisits,
  tellWeeks,
  processProviderEvents,
  chargePayments,
  reconcilePayments,
  recheckPayouts,
  reconcileDays,
  askAboutContested,
  findContested,
  askAboutTaken,
  collectDebts,
  endReviews,
  lapseAnalyses,
  remindOfDeadlines,
  runDueOrders,
  deliverMissingCodes,
  releaseSettlements,
  runRefunds,
  lapseCancellations,
  runPayouts,
  countSales,
  tellPriceDrops,
  tellReturns,
  tellPublications,
  runDueComplaints,
  expireProposals,
  runDueRequests,
  assignCases,
  runRatingWindows,
  runTicketTimers,
  returnSilentTickets,
  askForRatings,
  tellOverdueTickets,
  dropTicketFiles,
  ...proofSweeps,
  compareSides,
  ...conversationSweeps,
  forgetReceiptFiles,
  announceTexts,
  relayEvents,
  releaseAbandonedJobs,
  forgetBrowsers,
  forgetExpired,
  ...privacySweeps,
  ...staffSweeps,
  runDueProposals,
];
