import { sql } from 'kysely';
import type { WithdrawalRules } from '#domain/withdrawals/withdrawals.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { lockDecisionSums, peopleOf } from '#server/staff/money-decisions/sums.ts';
import { risksOf } from './risks.ts';

interface Requested {
  id: number;
  userId: number;
  amountCents: number;
  pixKey: string;
}

/**
 * §4.10: approves a withdrawal that was just requested, without a person: its owner sells with silver or more and is not
 * stopped, what a rule approved in the window stays within the limit, and the risk is low. Every other one is left to
 * staff. PostgreSQL checks level and limit again (`record_withdrawal_decision`).
 */
export async function approveByRule(
  tx: Tx,
  { id, userId, amountCents, pixKey }: Requested,
  { automaticCents }: WithdrawalRules,
): Promise<void> {
  const { rows } = await sql`
    select from seller_levels where user_id = ${userId} and level in ('silver', 'gold', 'diamond')
      and colour is distinct from 'red' for share`.execute(tx);
  if (rows.length === 0 || amountCents > automaticCents) return;
  const people = peopleOf(sql`${userId}`, sql`${pixKey}`);
  const sums = await lockDecisionSums(tx, { kind: 'withdrawal', deciderId: null, people });
  if (sums.personCents + amountCents > automaticCents) return;
  if ((await risksOf(tx, [id])).get(id)?.level !== 'low') return;
  await sql`update withdrawals set state = 'approved', decided_at = market_now() where id = ${id}`.execute(
    tx,
  );
  await recordDecision(tx, {
    kind: 'withdrawal.approved',
    actor: null,
    subject: { kind: 'withdrawal', id },
    data: { userId, amountCents },
    before: { state: 'requested' },
    after: { state: 'approved' },
    reason: 'Vendedor Prata ou acima, dentro do limite do dia e com risco baixo.',
  });
}
