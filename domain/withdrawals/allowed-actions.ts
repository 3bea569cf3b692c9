import { allowedEvents } from '#domain/machine.ts';
import { withdrawalMachine } from './withdrawals.ts';
import type { WithdrawalEvent, WithdrawalState } from './withdrawals.ts';

/** What of a withdrawal decides on what somebody of the team may do, whose role and part in it allow them to decide. */
export interface WithdrawalFacts {
  state: WithdrawalState;
  /** Whether the one who asks was the first of two to approve it. */
  isFirstOfTwo: boolean;
  isHeldByColleague: boolean;
  /** The bank sent it back to a closed account, where it still is (decision 38). */
  isRepayable: boolean;
}

/** What came back to a closed account is asked for again as another withdrawal: no event of this one. */
export type WithdrawalAction = WithdrawalEvent | 'repay';

/** Exactly what the next call of the team would be taken for. */
export function allowedWithdrawalActions(facts: WithdrawalFacts): WithdrawalAction[] {
  const { state, isFirstOfTwo, isHeldByColleague, isRepayable } = facts;
  const events = allowedEvents(withdrawalMachine, state, 'staff').filter((event) => {
    if (event === 'approve') return !isFirstOfTwo && !isHeldByColleague;
    return event !== 'reject' || !isHeldByColleague;
  });
  return isRepayable ? [...events, 'repay'] : events;
}
