import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Body } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { nextState } from '#domain/machine.ts';
import type { DecisionSums } from '#domain/staff/money-decisions.ts';
import type { OrderEvent } from '#domain/orders/orders.ts';
import type { RefundEvent, RefundReason, RefundState } from '#domain/payments/payments.ts';
import { refundMachine } from '#domain/payments/payments.ts';
import { can } from '#domain/staff/permissions.ts';
import { allowedRefundEvents } from '#domain/refunds/allowed-events.ts';
import type { RefundRules } from '#domain/refunds/refunds.ts';
import { claimedByColleague, consumeClaim } from '#server/staff/queue-claims/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { whyAdmin } from '#server/staff/money-decisions/sums.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { completeRefund, stopReason } from '#server/payments/refunds.ts';
import { otherRefundsOfOrder } from '#server/payments/refund-limits.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { liftSaleStop } from '#server/payments/sale-blocks.ts';
import { currentRules } from '#server/settings/queries.ts';
import { giveBack } from './give-back.ts';
import { contestedReturnOf, settleReturn } from './returns/decisions.ts';
import { exceedsSupportLimit, exceedsTwoPeopleLimit, lockRefundSums } from './decision-sums.ts';

interface LockedRefund {
  id: number;
  state: RefundState;
  reason: RefundReason;
  amountCents: number;
  /** The amount with all other refunds of the order, paid or owed: the limits apply to this sum. */
  togetherCents: number;
  /** The sums of the window for its payer and for the decider (ADR 0075). */
  sums: DecisionSums;
  event: OrderEvent | null;
  decidedBy: number | null;
  /** Whether another staff member has claimed it. */
  isClaimedByColleague: boolean;
  /** Who decided last, and when. */
  lastBy: string | null;
  lastAt: Date | null;
  handEndToEndId: string | null;
  /** Why it is not sent now: the bank or staff examine its payment. */
  stoppedBy: 'bank' | 'analysis' | null;
  order: LockedOrder;
}

/**
 * §4.8: staff approve or reject. Approving a requested refund moves the order now; approving a large refund that is owed
 * already lets it be sent. Above the limit for two people, a sum over the window, the first approval waits for a second
 * person.
 * @throws `own_decision` for its buyer and seller · `second_person_needed` for the first approver's second try
 */
export async function decideRefund(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, decision, note, amountCents: part }: { id: number } & Body<typeof contract.decideRefund>,
): Promise<{ id: number; state: RefundState }> {
  if (decision === 'reject' && note.length < 10)
    fail('invalid_request', { errors: { note: 'Diga o motivo da recusa, com pelo menos 10 letras.' } });
  const refund = await lockRefund(tx, viewer, id);
  const { rules } = await requirePermission(ctx, tx, viewer, refund);
  const state = stateAfterDecision(rules, viewer, refund, decision);
  const partCents = decision === 'approve' ? await agreedPart(tx, refund, part ?? null) : null;
  const returned = await contestedReturnOf(tx, refund, partCents);
  await consumeClaim(ctx, tx, viewer, 'refunds', id);
  if (decision === 'approve') checkSupportLimit(rules, viewer, refund);
  if (decision === 'approve' && isFirstApproval(rules, refund)) {
    await sql`update refunds set decided_by = ${viewer.id}, decided_at = market_now(), decision_note = ${note || null},
      proposed_cents = ${partCents} where id = ${id}`.execute(tx);
    await record(tx, refundEvent('refund.approved', refund, viewer, { first: true }));
    return { id, state: refund.state };
  }
  if (decision === 'approve' && refund.decidedBy === viewer.id) fail('second_person_needed');
  await writeDecision(tx, viewer, refund, { state, note });
  if (returned)
    await settleReturn(
      tx,
      refund.order,
      returned,
      decision === 'reject' ? 'none' : partCents ? 'partial' : 'full',
    );
  if (decision === 'reject') await recordRefusal(tx, viewer, refund, note);
  else await grantRefund(ctx, tx, viewer, refund, partCents);
  return { id, state };
}

/** Locks the order first, then the refund: the same lock order everywhere. */
export async function lockRefund(tx: Tx, viewer: Viewer, id: number): Promise<LockedRefund> {
  const { rows: orders } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = (select order_id from refunds where id = ${id}) for no key update of o`.execute(tx);
  const order = orders[0] ?? fail('not_found');
  const { rows } = await sql<Omit<LockedRefund, 'order' | 'sums'>>`
    select id, state, reason, amount_cents as "amountCents", event,
      amount_cents + ${otherRefundsOfOrder(sql`refunds.order_id`, sql`${id}`)} as "togetherCents", decided_by as "decidedBy",
      (select username::text from users where id = coalesce(seconded_by, decided_by)) as "lastBy",
      coalesce(seconded_at, decided_at) as "lastAt",
      hand_end_to_end_id as "handEndToEndId", ${stopReason} as "stoppedBy",
      ${claimedByColleague(viewer, 'refunds', sql`refunds.id`)} as "isClaimedByColleague"
    from refunds where id = ${id} for no key update`.execute(tx);
  const refund = rows[0]!;
  const sums = await lockRefundSums(tx, viewer, { state: refund.state, orderId: order.id });
  return { ...refund, sums, order };
}

/** @throws `own_decision` for its buyer and seller · `forbidden` above the viewer's limit */
export async function requirePermission(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { order, togetherCents }: LockedRefund,
) {
  const { refunds: rules } = (await currentRules(ctx.db, tx)).rules;
  const involved = [order.buyerId, order.sellerId];
  const { supportLimitCents } = rules;
  const answer = can(viewer, 'decide_refund', { involved, amountCents: togetherCents, supportLimitCents });
  if (!answer.ok) fail(answer.reason);
  return { rules };
}

/** Checks an approval against the window's sums. @throws `forbidden` above support's limit, with the sum */
function checkSupportLimit(rules: RefundRules, viewer: Viewer, { sums, togetherCents }: LockedRefund): void {
  if (viewer.role === 'admin' || !exceedsSupportLimit(sums, togetherCents, rules)) return;
  fail('forbidden', { detail: whyAdmin(sums, togetherCents, rules.supportLimitCents)! });
}

/** Whether two people must approve it and none has yet. */
const isFirstApproval = (rules: RefundRules, { decidedBy, sums, togetherCents }: LockedRefund) =>
  decidedBy === null && exceedsTwoPeopleLimit(sums, togetherCents, rules);

/** For a refusal: the actions that this decider may take on the refund now. */
export function possibleFor(rules: RefundRules, viewer: Viewer, refund: LockedRefund) {
  const { state, event, order, decidedBy, isClaimedByColleague } = refund;
  const allowed = allowedRefundEvents({
    state,
    event,
    orderState: order.state,
    isFirstToCome: isFirstApproval(rules, refund),
    isFirstOfTwo: decidedBy === viewer.id && (state !== 'manual' || refund.handEndToEndId !== null),
    isClaimedByColleague,
    isStopped: refund.stoppedBy !== null,
  });
  return { state, allowed };
}

/** The next state; a later decider learns who decided first. */
function stateAfterDecision(
  rules: RefundRules,
  viewer: Viewer,
  refund: LockedRefund,
  event: RefundEvent,
): RefundState {
  const { state, lastBy: by, lastAt } = refund;
  const answer = nextState(refundMachine, event, state, 'staff');
  if ('to' in answer) return answer.to;
  const meta = { ...possibleFor(rules, viewer, refund), by, at: lastAt?.toISOString() ?? null };
  if (state === 'awaiting_return')
    fail('wrong_state', { detail: 'Este reembolso espera a devolução, que o decide.', meta });
  if (by === null)
    fail('already_decided', { detail: 'Este reembolso já seguiu sem decisão da equipe.', meta });
  return fail('already_decided', { detail: `@${by} já decidiu este reembolso.`, meta });
}

async function writeDecision(
  tx: Tx,
  viewer: Viewer,
  { id, decidedBy }: LockedRefund,
  { state, note }: { state: RefundState; note: string },
): Promise<void> {
  const isSecond = decidedBy !== null;
  await sql`update refunds set state = ${state},
      decided_by = coalesce(decided_by, ${viewer.id}), decided_at = coalesce(decided_at, market_now()),
      decision_note = coalesce(${note || null}, decision_note),
      seconded_by = case when ${isSecond} and decided_by <> ${viewer.id} then ${viewer.id}::bigint else seconded_by end,
      seconded_at = case when ${isSecond} and decided_by <> ${viewer.id} then market_now() else seconded_at end
    where id = ${id}`.execute(tx);
}

/** Records the rejection and lets the sale continue. */
async function recordRefusal(tx: Tx, viewer: Viewer, refund: LockedRefund, note: string): Promise<void> {
  const goesOn = await liftSaleStop(tx, refund.order);
  await record(tx, refundEvent('refund.rejected', refund, viewer, { note, goesOn }));
}

/**
 * Refunds a requested amount now, less what the seller refunded since; an amount in review is owed already.
 */
async function grantRefund(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  refund: LockedRefund,
  partCents: number | null,
): Promise<void> {
  const asked = refund.state === 'requested';
  const amountCents = asked ? (partCents ?? unrefundedCents(refund.order)) : refund.amountCents;
  await record(tx, refundEvent('refund.approved', { ...refund, amountCents }, viewer, {}));
  if (!asked) return;
  await giveBack(ctx, tx, refund.order, {
    amountCents,
    reason: refund.reason,
    event: partCents === null ? refund.event : null,
    by: { actor: 'staff', viewer },
    refundId: refund.id,
  });
  if (partCents !== null) await liftSaleStop(tx, refund.order);
}

/**
 * S11: the part of a contested return that goes back; null for all of it. The second of two people approves what the
 * first did.
 * @throws `invalid_request` for another amount
 */
async function agreedPart(
  tx: Tx,
  { id, decidedBy }: LockedRefund,
  partCents: number | null,
): Promise<number | null> {
  if (decidedBy === null) return partCents;
  const { rows } = await sql<{ proposed: number | null }>`
    select proposed_cents as proposed from refunds where id = ${id}`.execute(tx);
  if (rows[0]!.proposed === partCents) return partCents;
  return fail('invalid_request', {
    errors: { amountCents: 'A primeira pessoa aprovou outro valor. Aprove o mesmo, ou recuse.' },
  });
}

/**
 * §4.8: a manual Pix. One person records the bank's id of it, a second one confirms the id, and the refund is paid.
 */
export async function payManually(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, endToEndId }: { id: number; endToEndId: string },
): Promise<{ id: number; state: RefundState }> {
  const refund = await lockRefund(tx, viewer, id);
  const { rules } = await requirePermission(ctx, tx, viewer, refund);
  const meta = possibleFor(rules, viewer, refund);
  if (refund.state !== 'manual') fail('wrong_state', { meta });
  await consumeClaim(ctx, tx, viewer, 'refunds', id);
  checkSupportLimit(rules, viewer, refund);
  if (refund.stoppedBy) fail(refund.stoppedBy === 'bank' ? 'payment_contested' : 'payment_in_analysis');
  if (refund.handEndToEndId === null) {
    await storeManualPayment(tx, viewer, { id, endToEndId });
    return { id, state: 'manual' };
  }
  if (refund.handEndToEndId !== endToEndId)
    fail('wrong_state', {
      detail: 'O código não é o que a primeira pessoa registrou. Confira no banco.',
      meta,
    });
  if (refund.decidedBy === viewer.id) fail('second_person_needed');
  await sql`update refunds set seconded_by = ${viewer.id}, seconded_at = market_now() where id = ${id}`.execute(
    tx,
  );
  await completeRefund(tx, id, null);
  await record(tx, refundEvent('refund.paid_by_hand', refund, viewer, { endToEndId }));
  return { id, state: 'completed' };
}

/** @throws `invalid_request` when another refund has the same bank id: one Pix pays one refund */
async function storeManualPayment(
  tx: Tx,
  viewer: Viewer,
  { id, endToEndId }: { id: number; endToEndId: string },
): Promise<void> {
  try {
    await sql`update refunds set hand_end_to_end_id = ${endToEndId}, decided_by = ${viewer.id},
      decided_at = market_now(), seconded_by = null, seconded_at = null where id = ${id}`.execute(tx);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'refunds_hand_end_to_end_id_key'))
      throw error;
    fail('invalid_request', { errors: { endToEndId: 'Este código já está em outro reembolso.' } });
  }
}

/** An event about a refund, with the data that its notifications need. */
export function refundEvent(
  kind: EventKind,
  { id, order, amountCents }: LockedRefund,
  actor: Viewer,
  data: Record<string, unknown>,
) {
  const { hash, title, buyerId, sellerId } = order;
  return {
    kind,
    actor,
    subject: { kind: 'refund', id },
    data: { orderId: order.id, hash, title, buyerId, sellerId, amountCents, ...data },
  } as const;
}
