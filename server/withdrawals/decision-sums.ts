import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { amountForSupportLimit, amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { WithdrawalRules } from '#domain/withdrawals/withdrawals.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { peopleOf, readDecisionSumsById, lockDecisionSums } from '#server/staff/money-decisions/sums.ts';

interface WithdrawalToDecide {
  userId: number;
  pixKey: string;
}

/** The sums of the window before a withdrawal is approved; its beneficiary and decider are locked (ADR 0075). */
export function lockWithdrawalSums(
  tx: Tx,
  viewer: Viewer,
  { userId, pixKey }: WithdrawalToDecide,
): Promise<DecisionSums> {
  const people = peopleOf(sql`${userId}`, sql`${pixKey}`);
  return lockDecisionSums(tx, { kind: 'withdrawal', deciderId: viewer.id, people });
}

/** The same for the rows of the queue and this viewer, without locks. */
export function readWithdrawalSums(
  db: Queryable,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, DecisionSums>> {
  const people = peopleOf(sql`w.user_id`, sql`w.pix_key`);
  return readDecisionSumsById(
    db,
    { kind: 'withdrawal', deciderId: viewer.id },
    sql`select w.id, ${people} as people, null::bigint as apart_from_order from withdrawals w where w.id = any (${ids})`,
  );
}

/** The amounts that the limits apply to when this viewer approves. */
export function limitedAmounts(sums: DecisionSums, amountCents: number, rules: WithdrawalRules) {
  return {
    supportCents: amountForSupportLimit(sums, amountCents),
    needsTwo: amountForTwoPeopleLimit(sums, amountCents) > rules.twoPeopleCents,
  };
}
