import { allowedEvents } from '#domain/machine.ts';
import { withdrawalMachine } from './withdrawals.ts';
import type { WithdrawalEvent, WithdrawalState } from './withdrawals.ts';

/** The facts of a withdrawal that determine the actions of a staff member who is permitted to decide it. */
export interface WithdrawalFacts {
  state: WithdrawalState;
  /** Whether the one who asks was the first of two to approve it. */
  isFirstOfTwo: boolean;
  isClaimedByColleague: boolean;
  /** The bank sent it back to a closed account, where it still is (decision 38). */
  isRepayable: boolean;
}

/** `repay` is no event of this withdrawal: money returned to a closed account is paid by a new withdrawal. */
export type WithdrawalAction = WithdrawalEvent | 'repay';

/** Exactly the actions that a call of this staff member can cause now. */
export function allowedWithdrawalActions(facts: WithdrawalFacts): WithdrawalAction[] {
  const { state, isFirstOfTwo, isClaimedByColleague, isRepayable } = facts;
  const events = allowedEvents(withdrawalMachine, state, 'staff').filter((event) => {
    if (event === 'approve') return !isFirstOfTwo && !isClaimedByColleague;
    return event !== 'reject' || !isClaimedByColleague;
  });
  return isRepayable ? [...events, 'repay'] : events;
}
