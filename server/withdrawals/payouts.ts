import { sql } from 'kysely';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import { withdrawalPaid, withdrawalReturned } from '#domain/ledger/postings.ts';
import type { TransferStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { withLease, leaseEnd, isLeaseFree } from '#server/payments/provider-lease.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { documentOfOwner } from './queries.ts';
import { nextRecheck, recheckPayout } from './returns.ts';
import { payoutReference, withdrawalOf } from './references.ts';

interface Attempt {
  id: number;
  user_id: number;
  amount_cents: number;
  credit_cents: number;
  fee_cents: number;
  pix_key: string;
  holder_name: string;
  document: string;
  attempts: number;
  asked_until: Date;
}

/**
 * One step of a payout: takes an attempt, asks the provider and stores the answer. Each attempt has its own reference, and
 * repeating a call with it makes one payout, unless both calls run at the same moment; without an answer it stays
 * `processing` and is asked about again: unknown is not failed (T25).
 * @returns whether the withdrawal changed its state
 */
export async function sendPayout(ctx: Ctx, id: number): Promise<boolean> {
  if (!ctx.payments.paysOut) return false;
  await waiveLateFee(ctx, ctx.db, id);
  const attempt = await claimAttempt(ctx, id);
  if (!attempt) return false;
  const lease = { table: 'withdrawals', id, until: attempt.asked_until } as const;
  const answer = await withLease(ctx.db, lease, () => ask(ctx, attempt));
  return inTransaction(ctx.db, (tx) =>
    answer.state === 'processing' ? notifyProcessing(tx, attempt) : recordAnswer(ctx, tx, attempt, answer),
  );
}

/** Continues the payout that a provider's notice names by its reference. */
export async function sendPayoutByReference(ctx: Ctx, reference: string): Promise<void> {
  const id = withdrawalOf(reference);
  if (id === null || (await sendPayout(ctx, id))) return;
  await recheckPayout(ctx, id);
}

/** §4.10: waives the fee of a withdrawal that was not sent within the promised business days. */
export async function waiveLateFee(ctx: Ctx, db: Queryable, id: number): Promise<void> {
  const { rows } = await sql<{ createdAt: Date; now: Date }>`
    select created_at as "createdAt", market_now() as now from withdrawals
    where id = ${id} and state in ('approved', 'failed') and fee_cents > 0`.execute(db);
  const asked = rows[0];
  if (!asked) return;
  const { calendar, heldMoney } = (await currentRules(ctx.db, db)).rules;
  const promised = afterBusinessDays(asked.createdAt, heldMoney.withdrawalDays, closedDays(calendar));
  if (asked.now <= promised) return;
  await sql`update withdrawals set fee_cents = 0 where id = ${id} and state in ('approved', 'failed')`.execute(
    db,
  );
}

/** A failed withdrawal pauses until its next attempt is due. */
export const isSendable = sql<boolean>`(state in ('approved', 'processing')
  or state = 'failed' and coalesce(retry_at <= market_now(), true))`;

async function claimAttempt(ctx: Ctx, id: number): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    with taken as (
      update withdrawals set state = 'processing', attempts = attempts + case state when 'processing' then 0 else 1 end,
        asked_until = ${leaseEnd}, retry_at = null
      where id = ${id} and ${isSendable} and ${isLeaseFree} returning *)
    select t.id, t.user_id, t.amount_cents, t.credit_cents, t.fee_cents, t.pix_key, t.holder_name, t.attempts,
      t.asked_until, ${documentOfOwner} as document
    from taken t join users u on u.id = t.user_id`.execute(ctx.db);
  return rows[0];
}

/** Never pays a Pix key that belongs to another document at the bank, even when it was approved. */
async function ask(ctx: Ctx, attempt: Attempt): Promise<TransferStatus & { final?: true }> {
  const { pix_key: pixKey, document, attempts } = attempt;
  if ((await ctx.payments.keyBelongsTo(pixKey, document)) === false)
    return { providerId: '', state: 'failed', reason: 'A chave Pix não está neste documento', final: true };
  return ctx.payments.pay({
    reference: payoutReference(attempt.id, attempts),
    amountCents: attempt.amount_cents - attempt.fee_cents,
    pixKey,
    holderName: attempt.holder_name,
    document,
  });
}

/** Notifies the owner once that the provider is processing the payout (§4.16). */
async function notifyProcessing(tx: Tx, attempt: Attempt): Promise<false> {
  if (await lockAttempt(tx, attempt)) await recordOnce(tx, 'withdrawal.processing', attempt, {});
  return false;
}

/** Locks the attempt. @returns false when another process has stored its answer already */
async function lockAttempt(tx: Tx, { id, attempts }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where id = ${id} and state = 'processing' and attempts = ${attempts}
    for no key update`.execute(tx);
  return rows.length > 0;
}

/** Records the event once, however often the payout is retried. The caller has locked the row. */
async function recordOnce(
  tx: Tx,
  kind: 'withdrawal.processing' | 'withdrawal.failed',
  { id, user_id: userId, amount_cents: amountCents }: Attempt,
  data: { reason?: string | undefined },
): Promise<void> {
  const { rows } = await sql`
    select from events where subject_kind = 'withdrawal' and subject_id = ${id} and kind = ${kind} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) return;
  await record(tx, {
    kind,
    actor: null,
    subject: { kind: 'withdrawal', id },
    data: { userId, amountCents, ...data },
  });
}

async function recordAnswer(
  ctx: Ctx,
  tx: Tx,
  attempt: Attempt,
  answer: TransferStatus & { final?: true },
): Promise<boolean> {
  const { id, user_id: userId, amount_cents: amountCents, fee_cents: feeCents } = attempt;
  if (!(await lockAttempt(tx, attempt))) return false;
  const data = { userId, amountCents, feeCents, reason: answer.reason };
  if (answer.state === 'done') {
    await sql`update withdrawals set state = 'paid', provider_id = ${answer.providerId}, last_error = null,
      paid_at = market_now(), recheck_at = ${nextRecheck} where id = ${id}`.execute(tx);
    await post(tx, withdrawalPaid({ withdrawalId: id, amountCents, feeCents }));
    await record(tx, { kind: 'withdrawal.paid', actor: null, subject: { kind: 'withdrawal', id }, data });
    return true;
  }
  const { maxAttempts, retryMs } = (await currentRules(ctx.db, tx)).rules.withdrawal;
  const isLast = answer.final === true || attempt.attempts >= maxAttempts;
  // Pauses count from the approval, one for each attempt, so that attempts missed during an outage follow at once.
  const next = sql`coalesce(decided_at, market_now()) + attempts * ${retryMs}::bigint * interval '1 millisecond'`;
  await sql`update withdrawals set state = 'failed', last_error = ${answer.reason ?? 'O banco recusou'},
    retry_at = ${isLast ? null : next} where id = ${id}`.execute(tx);
  if (!isLast) {
    await recordOnce(tx, 'withdrawal.failed', attempt, { reason: answer.reason });
    return true;
  }
  await sql`update withdrawals set state = 'returned' where id = ${id}`.execute(tx);
  const { credit_cents: creditCents } = attempt;
  await creditAndCollectDebt(tx, userId, () =>
    post(tx, withdrawalReturned({ withdrawalId: id, userId, amountCents, creditCents })),
  );
  await record(tx, { kind: 'withdrawal.returned', actor: null, subject: { kind: 'withdrawal', id }, data });
  return true;
}
