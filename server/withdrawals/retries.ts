import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { nextState } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import type { WithdrawalState } from '#domain/withdrawals/withdrawals.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { waiveLateFee } from './payouts.ts';
import { possibleFor } from './refusals.ts';

/**
 * A staff member retries without the pause after a failure. It uses the next attempt, with its own reference; a second
 * call finds it in process. The caller sends it afterwards.
 * @throws `wrong_state` when it has not failed, or is in process again
 */
export async function retryWithdrawal(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ id: number; state: WithdrawalState }> {
  const { rows } = await sql<{ state: WithdrawalState; ownerId: number; amountCents: number }>`
    select state, user_id as "ownerId", amount_cents as "amountCents" from withdrawals
    where id = ${id} for no key update`.execute(tx);
  const { state, ownerId, amountCents } = rows[0] ?? fail('not_found');
  const { supportLimitCents } = (await currentRules(ctx.db, tx)).rules.withdrawal;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents, supportLimitCents });
  if (!answer.ok) fail(answer.reason);
  const decided = nextState(withdrawalMachine, 'retry', state, 'staff');
  if ('refusal' in decided)
    fail('wrong_state', {
      detail:
        state === 'returned'
          ? 'O valor já voltou ao saldo. A pessoa pode pedir outro saque.'
          : 'Este saque não espera nova tentativa. Atualize a fila.',
      meta: await possibleFor(tx, viewer, id),
    });
  await waiveLateFee(ctx, tx, id);
  await sql`update withdrawals set state = ${decided.to}, attempts = attempts + 1, retry_at = null
    where id = ${id}`.execute(tx);
  await recordDecision(tx, {
    kind: 'withdrawal.retried',
    actor: viewer,
    subject: { kind: 'withdrawal', id },
    data: { userId: ownerId, amountCents },
    before: { state },
    after: { state: decided.to },
    reason: '',
  });
  return { id, state: decided.to };
}
