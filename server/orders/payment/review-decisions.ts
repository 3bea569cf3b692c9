import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { PaymentReview, decidePaymentReview as endpoint } from '#contract/payments/payments.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { maskedDocument } from '#domain/accounts/documents.ts';
import { fail } from '#domain/errors.ts';
import { orderCode } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { Overdue } from '#server/process/overdue.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { closeUnpaid } from '#server/orders/closing.ts';
import type { Closer } from '#server/orders/closing.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { confirmPayment } from './payment.ts';

interface Reviewed extends LockedOrder {
  paymentId: number;
  reference: string;
  providerId: string | null;
  reviewReason: 'provider' | 'third_party';
  reviewUntil: Date;
}

type NotifyProvider = (ctx: Ctx) => Promise<void>;

/**
 * Staff accept a payment by another person or send it back (§4.6). They cannot decide on what the provider reviews.
 * @returns the call to the provider for after the commit
 */
export async function decideReview(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, decision, note }: { id: number } & Body<typeof endpoint>,
): Promise<NotifyProvider> {
  if (decision === 'refund' && note.length === 0)
    fail('invalid_request', { errors: { note: 'Diga por que o pagamento volta.' } });
  const review = (await lockReview(tx, id)) ?? (await refuseDecided(tx, id));
  const answer = can(viewer, 'decide_payment', review);
  if (!answer.ok) fail(answer.reason);
  if (review.reviewUntil <= review.deadlineNow) throw new Overdue({ noun: 'review', id });
  if (review.reviewReason === 'provider')
    fail('wrong_state', {
      detail: 'O provedor ainda analisa este pagamento. A decisão é dele.',
      meta: { allowed: [] },
    });
  return decide(ctx, tx, review, decision, { viewer, note });
}

async function decide(
  ctx: Ctx,
  tx: Tx,
  review: Reviewed,
  decision: 'release' | 'refund',
  { viewer, note }: { viewer: Viewer | null; note: string },
): Promise<NotifyProvider> {
  const { paymentId, reference, providerId } = review;
  await sql`update payments set review_decision = ${decision}, reviewed_by = ${viewer?.id ?? null},
    reviewed_at = ${review.now}, review_note = ${note || null} where id = ${paymentId}`.execute(tx);
  await record(tx, {
    kind: 'payment.reviewed',
    actor: viewer,
    subject: { kind: 'order', id: review.id },
    data: { decision, note, paymentId },
  });
  if (decision === 'refund')
    await cancelReviewedCharge(ctx, tx, review, { actor: viewer ? 'staff' : 'system', viewer });
  return async (context) => void (await confirmPayment(context, { reference, providerId }));
}

/**
 * P06, unless the order was paid otherwise or closed meanwhile: then only this charge is cancelled, and money that still
 * comes for it is refunded.
 */
async function cancelReviewedCharge(
  ctx: Ctx,
  tx: Tx,
  review: Reviewed,
  closer: Closer,
): Promise<NotifyProvider> {
  if (review.state === 'payment_in_review')
    return (await closeUnpaid(ctx, tx, review, 'refuse_payment', closer)).notifyProvider;
  const { paymentId, reference, providerId } = review;
  await sql`update payments set state = 'cancelled' where id = ${paymentId}`.execute(tx);
  return (context) => context.payments.cancelCharge({ reference, providerId });
}

/** Locks the order's row first, like every transaction on an order. */
async function lockReview(tx: Tx, paymentId: number): Promise<Reviewed | undefined> {
  const { rows } = await sql<Reviewed>`
    select ${orderColumns}, p.id as "paymentId", p.reference, p.provider_id as "providerId",
      p.review_reason as "reviewReason", p.review_until as "reviewUntil"
    from payments p join orders o on o.id = p.order_id join listing_versions v on v.id = o.listing_version_id
    where p.id = ${paymentId} and p.state = 'in_review' and p.review_decision is null
    for no key update of o, p`.execute(tx);
  return rows[0];
}

async function refuseDecided(tx: Tx, id: number): Promise<never> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select u.username::text as by, p.reviewed_at as at from payments p left join users u on u.id = p.reviewed_by
    where p.id = ${id} and p.review_decision is not null`.execute(tx);
  const decided = rows[0] ?? fail('not_found');
  fail('already_decided', { meta: { by: decided.by, at: decided.at.toISOString() } });
}

interface Row {
  id: number;
  hash: string;
  order_id: number;
  title: string;
  buyer: string;
  seller: string;
  buyer_id: number;
  seller_id: number;
  method: PaymentReview['method'];
  amount_cents: number;
  reason: PaymentReview['reason'];
  payer_document: string | null;
  until: Date;
}

/** Payments that wait for a decision, the most urgent first. */
export async function listReviews(db: Queryable, viewer: Viewer): Promise<{ items: PaymentReview[] }> {
  const { rows } = await sql<Row>`
    select p.id, o.hash, o.id as order_id, v.title, b.username::text as buyer, s.username::text as seller,
      o.buyer_id, o.seller_id, p.method, p.amount_cents, p.review_reason as reason, p.payer_document,
      p.review_until as until
    from payments p join orders o on o.id = p.order_id join listing_versions v on v.id = o.listing_version_id
      join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
    where p.state = 'in_review' and p.review_reason is not null and p.review_decision is null
    order by p.review_until, p.id limit 100`.execute(db);
  return {
    items: rows.map((row) => ({
      id: row.id,
      hash: row.hash,
      code: orderCode(row.order_id),
      title: row.title,
      buyer: row.buyer,
      seller: row.seller,
      method: row.method,
      amountCents: row.amount_cents,
      reason: row.reason,
      payerDocument: row.payer_document && maskedDocument(row.payer_document),
      until: row.until.toISOString(),
      decidable:
        row.reason === 'third_party' &&
        can(viewer, 'decide_payment', { buyerId: row.buyer_id, sellerId: row.seller_id }).ok,
    })),
  };
}

/**
 * §4.6: when the time is over, a payment that we held is accepted and one that the provider reviews is cancelled (P06).
 * @returns whether it was still pending
 */
export async function endReview(ctx: Ctx, id: number): Promise<boolean> {
  const notifyProvider = await inTransaction(ctx.db, async (tx): Promise<NotifyProvider | undefined> => {
    const review = await lockReview(tx, id);
    if (!review) return undefined;
    if (review.reviewReason === 'third_party')
      return decide(ctx, tx, review, 'release', { viewer: null, note: '' });
    return cancelReviewedCharge(ctx, tx, review, { actor: 'system', viewer: null });
  });
  await notifyProvider?.(ctx);
  return notifyProvider !== undefined;
}
