import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForSupportLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { Queryable, Tx } from '#server/context.ts';
import {
  peopleOfOrder,
  readDecisionSums,
  readDecisionSumsById,
  lockDecisionSums,
} from '#server/staff/money-decisions/sums.ts';

const sumsQuery = (viewer: Viewer, orderId: number) => ({
  kind: 'complaint' as const,
  deciderId: viewer.id,
  // The order's money goes to one side or the other with every result.
  people: peopleOfOrder(sql`${orderId}`, 'both'),
});

/** The sums of the window for both sides of a complaint and its decider, all locked (ADR 0075). */
export function lockComplaintSums(tx: Tx, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return lockDecisionSums(tx, sumsQuery(viewer, orderId));
}

/** The same for display, without locks. */
export function readComplaintSums(db: Queryable, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return readDecisionSums(db, sumsQuery(viewer, orderId));
}

/** The same for the rows of one queue tab. */
export function readComplaintSumsById(
  db: Queryable,
  viewer: Viewer,
  rows: readonly { id: number }[],
): Promise<Map<number, DecisionSums>> {
  const ids = rows.map(({ id }) => id);
  const people = peopleOfOrder(sql`c.order_id`, 'both');
  return readDecisionSumsById(
    db,
    { kind: 'complaint', deciderId: viewer.id },
    sql`select c.id, ${people} as people, null::bigint as apart_from_order from complaints c where c.id = any (${ids})`,
  );
}

/** Whether it is above support's limit, with the sums of the window. */
export function exceedsSupportLimit(
  sums: DecisionSums,
  totalCents: number,
  supportLimitCents: number,
): boolean {
  return amountForSupportLimit(sums, totalCents) > supportLimitCents;
}
