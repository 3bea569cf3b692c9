import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { peopleOfOrder, readDecisionSums, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';

interface ProofToDecide {
  orderId: number;
  amountCents: number;
}

/** The amount that the limit for two people applies to, with the current rules. */
export interface LimitedAmount {
  amountCents: number;
  rules: Rules['receipts'];
}

const sumsQuery = (viewer: Viewer, orderId: number) => ({
  kind: 'receipt' as const,
  deciderId: viewer.id,
  // If the payment is fake, one side gets the goods and the other the money.
  people: peopleOfOrder(sql`${orderId}`, 'both'),
});

/** The amount of a proof or line with the sums of the window; both sides and the decider are locked (ADR 0075). */
export async function lockProofSums(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { orderId, amountCents }: ProofToDecide,
): Promise<LimitedAmount> {
  const sums = await lockDecisionSums(tx, sumsQuery(viewer, orderId));
  const { receipts: rules } = (await currentRules(ctx.db, tx)).rules;
  return { amountCents: amountForTwoPeopleLimit(sums, amountCents), rules };
}

/** The sums for display, without locks. */
export function readProofSums(db: Queryable, viewer: Viewer, orderId: number): Promise<DecisionSums> {
  return readDecisionSums(db, sumsQuery(viewer, orderId));
}
