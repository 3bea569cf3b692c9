import { acceptRejected } from '#server/accounts/seller-levels/contests.ts';
import { byStaff, done, tooLate } from './undoing.ts';

/** A contested sale is taken out of the seller's rates, which are counted again at once. */
export const undoContestRejection = byStaff(async (ctx, tx, { decision, viewer, reason }) =>
  (await acceptRejected(ctx, tx, viewer, { orderId: decision.subjectId, note: reason }))
    ? done
    : tooLate('A venda já não contava contra você.'),
);
