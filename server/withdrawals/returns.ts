import { sql } from 'kysely';
import { withdrawalReopened, withdrawalReturned } from '#domain/ledger/postings.ts';
import type { TransferStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { post } from '#server/ledger/post.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { payoutReference } from './references.ts';

/** A bank that paid is asked once a day whether that stayed so, since the notice of a return may be lost. */
export const nextRecheck = sql<Date>`market_now() + interval '1 day'`;
/** For how long after «pago»; what comes back later is told by its notice alone. */
const watched = sql`interval '3 days'`;

/** {@link recheckPayout} of one whose time has come; without an answer it stays due. */
export async function recheckDue(ctx: Ctx, id: number): Promise<boolean> {
  const reopened = await recheckPayout(ctx, id);
  await sql`update withdrawals set recheck_at = case when paid_at > market_now() - ${watched} then ${nextRecheck} end
    where id = ${id} and state = 'paid'`.execute(ctx.db);
  return reopened;
}

/**
 * §4.10: asks the bank whether what it had paid stayed paid, and re-opens the withdrawal if it came back. Safe to run
 * late, twice and at once; a notice about an earlier attempt asks about the one that was paid.
 * @returns whether it came back now
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
 * The fee is given back with the amount and its month is free again, as for a payout that never arrived. It is not tried
 * a second time: the same key would lead to the same refusal (decision 38).
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
