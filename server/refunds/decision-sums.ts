import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForSupportLimit, amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { RefundState } from '#domain/payments/payments.ts';
import type { RefundRules } from '#domain/refunds/refunds.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { peopleOfOrder, readDecisionSumsById, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';

/** Manual refunds have their own sum, since two people always send them. */
const kindOf = (state: RefundState) => (state === 'manual' ? 'refund_by_hand' : 'refund');

interface RefundToDecide {
  state: RefundState;
  orderId: number;
}

/**
 * The sums of the window before a refund is sent, without its own order, whose refunds are summed regardless of the window
 * (decision 55). Beneficiary and decider are locked (ADR 0075).
 */
export function lockRefundSums(
  tx: Tx,
  viewer: Viewer,
  { state, orderId }: RefundToDecide,
): Promise<DecisionSums> {
  const people = peopleOfOrder(sql`${orderId}`, 'payer');
  return lockDecisionSums(tx, { kind: kindOf(state), deciderId: viewer.id, people, apartFromOrder: orderId });
}

/** The same for the rows of one queue tab and this viewer, without locks. */
export function readRefundSums(
  db: Queryable,
  viewer: Viewer,
  rows: readonly { id: number; state: RefundState }[],
): Promise<Map<number, DecisionSums>> {
  const ids = rows.map(({ id }) => id);
  const people = peopleOfOrder(sql`r.order_id`, 'payer');
  return readDecisionSumsById(
    db,
    { kind: kindOf(rows[0]?.state ?? 'in_review'), deciderId: viewer.id },
    sql`select r.id, ${people} as people, r.order_id as apart_from_order from refunds r where r.id = any (${ids})`,
  );
}

/** Whether two people must decide it, with the sums of the window. */
export function exceedsTwoPeopleLimit(
  sums: DecisionSums,
  togetherCents: number,
  rules: RefundRules,
): boolean {
  return amountForTwoPeopleLimit(sums, togetherCents) > rules.twoPeopleCents;
}

/** Whether it is above support's limit, with the sums of the window. */
export function exceedsSupportLimit(sums: DecisionSums, togetherCents: number, rules: RefundRules): boolean {
  return amountForSupportLimit(sums, togetherCents) > rules.supportLimitCents;
}
