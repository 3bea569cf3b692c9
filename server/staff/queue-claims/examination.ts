import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';

/**
 * Puts a withdrawal in review when staff claim it (§4.10). Its owner is notified and may still cancel it. A withdrawal
 * in a later state does not change.
 */
export async function examineWithdrawal(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const { from, to } = withdrawalMachine.examine;
  const { rows } = await sql<{ userId: number; amountCents: number }>`
    update withdrawals set state = ${to} where id = ${id} and state = any(${from}::text[])
    returning user_id as "userId", amount_cents as "amountCents"`.execute(tx);
  if (rows[0])
    await record(tx, {
      kind: 'withdrawal.in_review',
      actor: viewer,
      subject: { kind: 'withdrawal', id },
      data: { ...rows[0] },
    });
}
