import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type {
  RefundDestination,
  RefundReason,
  RefundSource,
  RefundState,
} from '#domain/payments/payments.ts';
import type { RefundRules } from '#domain/refunds/refunds.ts';
import { refundCredited, refundPaid, refundReceived } from '#domain/ledger/postings.ts';
import type { TransferStatus } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { creditAndCollectDebt } from '#server/ledger/debts.ts';
import { post } from '#server/ledger/post.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { withLease, leaseEnd, isLeaseFree } from './provider-lease.ts';

export interface NewRefund {
  orderId: number;
  paymentId: number;
  amountCents: number;
  reason: RefundReason;
  state: RefundState;
  destination?: RefundDestination;
  source: RefundSource;
  askedBy?: Viewer | null;
  note?: string | null;
  /** The order's event once the refund is granted; for a requested refund only. */
  event?: string;
  /** When the guarantee fund pays a regret that staff have not answered (N03). */
  fundAt?: Date;
}

/** Books a refund of incoming money that belongs to no escrow. */
export async function refundReceivedPayment(tx: Tx, given: Omit<NewRefund, 'source'>): Promise<number> {
  const refundId = await insertRefund(tx, { ...given, source: 'arrival' });
  await post(tx, refundReceived({ refundId, paymentId: given.paymentId, amountCents: given.amountCents }));
  return refundId;
}

/** Inserts the row only; the caller posts the journal. A payment from the balance can only go back to the balance. */
export async function insertRefund(tx: Tx, given: NewRefund): Promise<number> {
  const { destination = 'original', source, askedBy, note = null, event = null, fundAt = null } = given;
  const { rows } = await sql<{ id: number }>`
    insert into refunds (order_id, payment_id, reason, amount_cents, state, destination, source, asked_by, note, event,
      fund_at)
    select ${given.orderId}, id, ${given.reason}, ${given.amountCents}, ${given.state},
      case when method = 'balance' then 'balance' else ${destination} end, ${source}, ${askedBy?.id ?? null}, ${note},
      ${event}, ${fundAt}::timestamptz
    from payments where id = ${given.paymentId} returning id`.execute(tx);
  return rows[0]!.id;
}

interface Attempt {
  refund_id: number;
  order_id: number;
  payment_id: number;
  amount_cents: number;
  attempts: number;
  destination: RefundDestination;
  charge_id: string;
  end_to_end_id: string;
  asked_until: Date;
}

/**
 * One step of a refund: takes an attempt, asks the provider and stores the answer. Each attempt has its own reference, and
 * repeating a call with it makes one refund, unless both calls run at the same moment; without an answer the refund stays
 * `processing` and is asked about again. A refund into the balance needs no provider, and one whose Pix is too old is
 * paid manually.
 * @returns whether the refund changed its state
 */
export async function sendRefund(ctx: Ctx, refundId: number): Promise<boolean> {
  const { rules } = await currentRules(ctx.db);
  if (await moveToManual(ctx, refundId, rules.refunds)) return true;
  const attempt = await claimAttempt(ctx, refundId);
  if (!attempt) return false;
  const answer =
    attempt.destination === 'balance'
      ? { state: 'done' as const, providerId: null }
      : await withLease(ctx.db, { table: 'refunds', id: refundId, until: attempt.asked_until }, () =>
          ask(ctx, attempt),
        );
  if (answer.state === 'processing') return false;
  return inTransaction(ctx.db, (tx) => recordAnswer(ctx, tx, attempt, answer));
}

/**
 * §4.8: moves a refund to manual payment when the provider cannot return it: a Pix after ninety days, or a manual payment.
 * For cards and boletos the provider itself refuses when it is too late.
 */
async function moveToManual(ctx: Ctx, refundId: number, { devolutionMs }: RefundRules): Promise<boolean> {
  const { rows } = await sql`
    update refunds set state = 'manual', last_error = case p.method
      when 'manual' then 'Foi pago com comprovante' else 'O prazo de devolução do Pix passou' end
    from payments p where p.id = refunds.payment_id and refunds.id = ${refundId} and refunds.state = 'approved'
      and refunds.destination = 'original' and ${stopReason} is null
      and (p.method = 'manual'
        or p.method = 'pix' and p.confirmed_at < market_now() - ${devolutionMs}::bigint * interval '1 millisecond')
    returning refunds.id`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * For queries of refunds: why they are not sent now; null when they may be. While the bank examines the payment it may
 * take the money itself (P26), and during an analysis by staff the owner is not known yet (§4.6).
 */
export const stopReason = sql<'bank' | 'analysis' | null>`case
  when exists (select from payments c where c.id = refunds.payment_id and c.state = 'contested') then 'bank'
  when exists (select from analyses a where a.order_id = refunds.order_id and a.ended_at is null) then 'analysis' end`;

async function claimAttempt(ctx: Ctx, refundId: number): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    with taken as (
      update refunds set state = 'processing', attempts = attempts + case state when 'processing' then 0 else 1 end,
        asked_until = ${leaseEnd}
      where id = ${refundId} and (state = 'processing' or state in ('approved', 'failed') and ${stopReason} is null)
        and ${isLeaseFree}
      returning id, order_id, payment_id, amount_cents, attempts, destination, asked_until)
    select t.id as refund_id, t.order_id, t.payment_id, t.amount_cents, t.attempts, t.destination, t.asked_until,
      p.provider_id as charge_id, p.end_to_end_id
    from taken t join payments p on p.id = t.payment_id`.execute(ctx.db);
  return rows[0];
}

function ask(ctx: Ctx, attempt: Attempt): Promise<TransferStatus> {
  return ctx.payments.refund({
    reference: `refund${String(attempt.refund_id).padStart(12, '0')}t${attempt.attempts}`,
    chargeId: attempt.charge_id,
    endToEndId: attempt.end_to_end_id,
    amountCents: attempt.amount_cents,
  });
}

type Answer = Omit<TransferStatus, 'providerId'> & { providerId: string | null };

async function recordAnswer(ctx: Ctx, tx: Tx, attempt: Attempt, answer: Answer): Promise<boolean> {
  const { refund_id: refundId } = attempt;
  // Another process may have stored the answer to the same attempt already.
  const { rows } = await sql`
    select from refunds where id = ${refundId} and state = 'processing' and attempts = ${attempt.attempts}
    for no key update`.execute(tx);
  if (rows.length === 0) return false;
  if (answer.state === 'failed') {
    await failAttempt(ctx, tx, attempt, answer.reason ?? 'O banco recusou');
    return true;
  }
  await completeRefund(tx, refundId, answer.providerId);
  return true;
}

/**
 * M8: completes a refund that was paid by the provider, manually or into the balance. The caller has locked and checked
 * the refund's row.
 */
export async function completeRefund(tx: Tx, refundId: number, providerId: string | null): Promise<void> {
  const { rows } = await sql<Completed>`
    update refunds r set state = 'completed', provider_id = ${providerId}, last_error = null,
      completed_at = market_now()
    from orders o where r.id = ${refundId} and o.id = r.order_id
    returning r.order_id as "orderId", r.payment_id as "paymentId", r.amount_cents as "amountCents", r.destination,
      o.buyer_id as "buyerId", o.hash`.execute(tx);
  const { paymentId, destination, ...refund } = rows[0]!;
  if (destination === 'balance')
    await creditAndCollectDebt(tx, refund.buyerId, () => post(tx, refundCredited({ refundId, ...refund })));
  else await post(tx, refundPaid({ refundId, ...refund }));
  await sql`update payments p set state = case when p.received_cents = (
      select sum(amount_cents) from refunds where payment_id = p.id and state = 'completed')
    then 'refunded' else 'partially_refunded' end
    where id = ${paymentId} and state <> all ('{contested,charged_back}')`.execute(tx);
  await record(tx, {
    kind: 'refund.completed',
    actor: null,
    subject: { kind: 'refund', id: refundId },
    data: { ...refund, destination },
  });
}

/** A manual Pix for a refund that one staff member recorded and a second one has not confirmed yet. */
export interface ManualRefundPayment {
  refundId: number;
  endToEndId: string;
  amountCents: number;
  recordedBy: number;
}

/**
 * P26: completes a refund whose amount the payer's bank took from us, so that it is not sent. The caller has locked the
 * order's row and checked that the refund is owed and not being sent.
 * @returns a manual Pix that waited for its confirmation and is detached from this refund
 */
export async function completeByChargeback(tx: Tx, refundId: number): Promise<ManualRefundPayment | null> {
  const { rows } = await sql<{ amountCents: number; endToEndId: string | null; recordedBy: number }>`
    update refunds r set state = 'completed', destination = 'original', taken = true, last_error = null,
      completed_at = market_now(), hand_end_to_end_id = null
    from refunds before where r.id = ${refundId} and before.id = r.id
    returning r.amount_cents as "amountCents", before.hand_end_to_end_id as "endToEndId",
      r.decided_by as "recordedBy"`.execute(tx);
  const { endToEndId, recordedBy, amountCents } = rows[0]!;
  await post(tx, refundPaid({ refundId, amountCents }));
  return endToEndId === null ? null : { refundId, amountCents, endToEndId, recordedBy };
}

interface Completed {
  orderId: number;
  paymentId: number;
  amountCents: number;
  destination: RefundDestination;
  buyerId: number;
  hash: string;
}

async function failAttempt(ctx: Ctx, tx: Tx, attempt: Attempt, reason: string): Promise<void> {
  const { rules } = await currentRules(ctx.db, tx);
  await sql`update refunds set state = 'failed', last_error = ${reason} where id = ${attempt.refund_id}`.execute(
    tx,
  );
  if (attempt.attempts < rules.refunds.maxAttempts) return;
  await sql`update refunds set state = 'manual' where id = ${attempt.refund_id}`.execute(tx);
  ctx.log.error({ refund: attempt.refund_id, reason }, 'the bank refuses a refund: a person must look');
}

/** Continues the refund that a provider's notice names by its reference. */
export async function sendRefundByReference(ctx: Ctx, reference: string): Promise<void> {
  const match = /^refund(\d{12})t\d+$/.exec(reference);
  if (match) await sendRefund(ctx, Number(match[1]));
}
