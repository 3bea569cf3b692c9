import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForSupportLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { peopleOfOrder, readDecisionSums, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';

const weighing = (viewer: Viewer, orderId: number) => ({
  kind: 'complaint' as const,
  deciderId: viewer.id,
  // Whatever the result, the order's money goes to one side or the other.
  people: peopleOfOrder(sql`${orderId}`, 'both'),
});

/** What the window holds for both sides of a complaint and whoever decides it, all locked (ADR 0075). */
export function weighComplaint(tx: Tx, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return lockDecisionSums(tx, weighing(viewer, orderId));
}

/** The same for a screen; nothing is locked. */
export function readComplaintSums(db: Queryable, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return readDecisionSums(db, weighing(viewer, orderId));
}

/** Whether support may not decide it, with what the window holds. */
export function isForAdmin(sums: DecisionSums, totalCents: number, supportLimitCents: number): boolean {
  return amountForSupportLimit(sums, totalCents) > supportLimitCents;
}
