import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { allowedWithdrawalActions } from '#domain/withdrawals/allowed-actions.ts';
import type { WithdrawalAction, WithdrawalFacts } from '#domain/withdrawals/allowed-actions.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Tx } from '#server/context.ts';
import { claimedByColleague } from '#server/staff/queue-claims/commands.ts';
import { balances } from '#server/ledger/queries.ts';

interface Row extends Omit<WithdrawalFacts, 'isRepayable'> {
  ownerId: number;
  fromBalanceCents: number;
  fromCreditCents: number;
  returnedToClosedAccount: boolean;
}

/** For a refusal: the actions that this decider may take on the withdrawal now. */
export async function possibleFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ state: WithdrawalState; allowed: WithdrawalAction[] }> {
  const { rows } = await sql<Row>`
    select w.state, w.user_id as "ownerId", coalesce(w.first_by = ${viewer.id}, false) as "isFirstOfTwo",
      ${claimedByColleague(viewer, 'withdrawals', sql`w.id`)} as "isClaimedByColleague",
      u.state = 'closed' and w.reopened_at is not null as "returnedToClosedAccount",
      w.amount_cents - w.credit_cents as "fromBalanceCents", w.credit_cents as "fromCreditCents"
    from withdrawals w join users u on u.id = w.user_id where w.id = ${id}`.execute(tx);
  const {
    ownerId,
    fromBalanceCents,
    fromCreditCents,
    returnedToClosedAccount: isReturnedToClosedAccount,
    ...facts
  } = rows[0]!;
  const has = await balances(tx, ownerId);
  const isRepayable =
    isReturnedToClosedAccount &&
    has.availableCents >= fromBalanceCents &&
    has.purchaseCreditCents >= fromCreditCents;
  return { state: facts.state, allowed: allowedWithdrawalActions({ ...facts, isRepayable }) };
}
