import { sql } from 'kysely';
import type { AccountState, Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { withdrawalAsked } from '#domain/ledger/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { lockBalance } from '#server/ledger/queries.ts';
import { post } from '#server/ledger/post.ts';
import { currentRules } from '#server/settings/queries.ts';
import { possibleFor } from './refusals.ts';

interface Reopened {
  ownerId: number;
  ownerState: AccountState;
  amountCents: number;
  creditCents: number;
  reopenedAt: Date | null;
}

/**
 * Staff request a payout that was returned after its owner's account was deleted (decision 38), to the same key and
 * without a fee. The request is the first approval; a second person decides.
 * @returns the new withdrawal's id
 * @throws `insufficient_balance` when it was requested already
 */
export async function repayWithdrawal(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<number> {
  const { ownerId, ownerState, amountCents, creditCents, reopenedAt } =
    (await find(tx, id)) ?? fail('not_found');
  const { supportLimitCents } = (await currentRules(ctx.db, tx)).rules.withdrawal;
  const answer = can(viewer, 'decide_withdrawal', { ownerId, amountCents, supportLimitCents });
  if (!answer.ok) fail(answer.reason);
  if (ownerState !== 'closed' || reopenedAt === null)
    fail('wrong_state', {
      detail: 'Só se paga de novo o que voltou para uma conta encerrada.',
      meta: await possibleFor(tx, viewer, id),
    });
  await lockBalance(tx, ownerId);
  const newId = await insertAgain(tx, viewer, id);
  await post(tx, withdrawalAsked({ withdrawalId: newId, userId: ownerId, amountCents, creditCents }));
  await recordDecision(tx, {
    kind: 'withdrawal.repaid',
    actor: viewer,
    subject: { kind: 'withdrawal', id: newId },
    data: { userId: ownerId, amountCents, of: id },
    before: { state: 'returned' },
    after: { state: 'requested' },
    reason: 'A conta foi encerrada e o banco devolveu o Pix',
  });
  return newId;
}

async function find(tx: Tx, id: number): Promise<Reopened | undefined> {
  const { rows } = await sql<Reopened>`
    select w.user_id as "ownerId", u.state as "ownerState", w.amount_cents as "amountCents",
      w.credit_cents as "creditCents", w.reopened_at as "reopenedAt"
    from withdrawals w join users u on u.id = w.user_id where w.id = ${id}`.execute(tx);
  return rows[0];
}

async function insertAgain(tx: Tx, viewer: Viewer, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into withdrawals (user_id, amount_cents, credit_cents, fee_cents, pix_key_type, pix_key, holder_name)
    select user_id, amount_cents, credit_cents, 0, pix_key_type, pix_key, holder_name
    from withdrawals where id = ${id} returning id`.execute(tx);
  await sql`update withdrawals set first_by = ${viewer.id}, first_at = market_now() where id = ${rows[0]!.id}`.execute(
    tx,
  );
  return rows[0]!.id;
}
