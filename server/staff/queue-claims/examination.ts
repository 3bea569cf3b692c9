import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { withdrawalMachine } from '#domain/withdrawals/withdrawals.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';

/**
 * Whoever of the team opens a withdrawal to decide about it has it in analysis (§4.10); its owner is told and
 * may still cancel. One that is past that stays where it is.
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
