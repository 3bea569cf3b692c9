import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { peopleOfOrder, readDecisionSums, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';

interface Weighed {
  orderId: number;
  amountCents: number;
}

/** What the limit of two people is held against, by the rules in force. */
export interface ReceiptWeight {
  amountCents: number;
  rules: Rules['receipts'];
}

const weighing = (viewer: Viewer, orderId: number) => ({
  kind: 'receipt' as const,
  deciderId: viewer.id,
  // One side gets the goods and the other the money, should the payment be none.
  people: peopleOfOrder(sql`${orderId}`, 'both'),
});

/** A receipt or a line of the statement with what the window holds; sides and decider are locked (ADR 0075). */
export async function weighReceipt(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { orderId, amountCents }: Weighed,
): Promise<ReceiptWeight> {
  const sums = await lockDecisionSums(tx, weighing(viewer, orderId));
  const { receipts: rules } = (await currentRules(ctx.db, tx)).rules;
  return { amountCents: amountForTwoPeopleLimit(sums, amountCents), rules };
}

/** The same for a screen; nothing is locked. */
export function readReceiptSums(db: Queryable, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return readDecisionSums(db, weighing(viewer, orderId));
}
