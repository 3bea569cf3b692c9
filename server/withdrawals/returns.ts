import { sql } from 'kysely';
import { withdrawalReopened, withdrawalReturned } from '#domain/ledger/postings.ts';
import type { TransferStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { post } from '#server/ledger/post.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { payoutReference } from './references.ts';

/** A paid withdrawal is rechecked once a day, since the notice of a return may be lost. */
export const nextRecheck = sql<Date>`market_now() + interval '1 day'`;
/** How long a paid withdrawal is rechecked; later returns are known by their notice only. */
const recheckPeriod = sql`interval '3 days'`;

/** Runs {@link recheckPayout} for a due withdrawal; without an answer it stays due. */
export async function recheckDue(ctx: Ctx, id: number): Promise<boolean> {
  const reopened = await recheckPayout(ctx, id);
  await sql`update withdrawals set recheck_at = case when paid_at > market_now() - ${recheckPeriod} then ${nextRecheck} end
    where id = ${id} and state = 'paid'`.execute(ctx.db);
  return reopened;
}

/**
 * §4.10: asks the provider whether a payout was returned, and reopens the withdrawal if so. Safe to run late, twice and
 * concurrently; a notice about an earlier attempt asks about the paid one.
 * @returns whether it was returned now
 */
export async function recheckPayout(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from withdrawals where id = ${id} and state = 'paid'`.execute(ctx.db);
  const paid = rows[0];
  const answer = paid && (await ctx.payments.findPayout(payoutReference(id, paid.attempts)));
  if (answer?.state !== 'failed') return false;
  return inTransaction(ctx.db, (tx) => reopen(tx, id, answer));
}

/**
 * The fee is returned with the amount, and the withdrawal no longer counts in its month. It is not retried, because the
 * same key would be refused again (decision 38).
 */
async function reopen(tx: Tx, id: number, { reason }: TransferStatus): Promise<boolean> {
  const { rows } = await sql<{ userId: number; amountCents: number; feeCents: number; creditCents: number }>`
    update withdrawals set state = 'returned', reopened_at = market_now(), recheck_at = null,
      last_error = ${reason ?? 'O banco de destino devolveu o Pix'}
    where id = ${id} and state = 'paid'
    returning user_id as "userId", amount_cents as "amountCents", fee_cents as "feeCents",
      credit_cents as "creditCents"`.execute(tx);
  const back = rows[0];
  // Another notice was first.
  if (!back) return false;
  await post(tx, withdrawalReopened({ withdrawalId: id, ...back }));
  await post(tx, withdrawalReturned({ withdrawalId: id, ...back }));
  const { creditCents: _, ...data } = back;
  await record(tx, {
    kind: 'withdrawal.reopened',
    actor: null,
    subject: { kind: 'withdrawal', id },
    data: { ...data, reason },
  });
  return true;
}
