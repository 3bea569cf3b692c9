import { endStaffBlockNow } from '#server/payments/staff-blocks/jobs.ts';
import { lapseAnalysisOf } from '#server/payments/analyses/jobs.ts';
import { expireProposalNow, runComplaintTimerNow, runRequestTimerNow } from '#server/complaints/jobs.ts';
import type { Ctx } from '#server/context.ts';
import { fail } from '#domain/errors.ts';
import { runOrderTimerNow } from '#server/orders/jobs.ts';
import { endReview } from '#server/orders/payment/review-decisions.ts';
import { Overdue } from './overdue.ts';
import type { DueNoun } from './overdue.ts';
import { lapseCancellationOf } from '#server/refunds/jobs.ts';
import { payRegretNow } from '#server/refunds/regret-deadlines.ts';
import { runReturnTimerNow } from '#server/refunds/returns/jobs.ts';

/** Carries out one passed deadline as its sweep does: under the row's lock, once. */
const carryOut: Record<DueNoun, (ctx: Ctx, id: number) => Promise<unknown>> = {
  order: runOrderTimerNow,
  cancellation: lapseCancellationOf,
  analysis: lapseAnalysisOf,
  complaint: runComplaintTimerNow,
  proposal: expireProposalNow,
  request: runRequestTimerNow,
  return: runReturnTimerNow,
  review: endReview,
  regret: payRegretNow,
  block: endStaffBlockNow,
};

/** One deadline may lead to the next: a complaint has three reminders before its seller counts as silent. */
const maxDeadlines = 12;

/**
 * Runs a user's action after every passed deadline of its object (decision 73).
 * @throws `unavailable` when a deadline cannot be carried out
 */
export async function afterDeadlines<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < maxDeadlines; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overdue)) throw error;
      await carryOut[error.row.noun](ctx, error.row.id);
    }
  }
  return fail('unavailable');
}
