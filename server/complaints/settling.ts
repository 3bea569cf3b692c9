import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderOutcome } from '#domain/complaints/outcomes.ts';
import type { ComplaintEnding, ComplaintResult } from '#domain/complaints/outcomes.ts';
import { replacedAtOnce } from '#domain/complaints/complaints.ts';
import type { ComplaintActor, ComplaintTransition } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { startSecuring } from '#server/orders/securing/securing.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { resumeAfterComplaint } from '#server/refunds/complaint-moves.ts';
import { returnAfterComplaint } from '#server/refunds/returns/opening.ts';
import { closeComplaint, giveBack } from '#server/refunds/give-back.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import type { Case } from './cases.ts';
import { discountRating } from './rating-discount.ts';
import { replaceUnits } from './units.ts';

/** A case after a step that may have moved money, and the call to the provider for after the commit. */
export interface SettledCase {
  found: Case;
  notifyProvider: (ctx: Ctx) => Promise<void>;
}

export const nothingToNotify = async () => undefined;

interface ComplaintResolution {
  event: ComplaintTransition;
  actor: ComplaintActor;
  viewer: Viewer | null;
  ending: ComplaintEnding;
  result: ComplaintResult | null;
  /** The complaint's whole refund, including uncontested parts that were refunded before. */
  refundCents: Cents;
  /** The buyer had their time to inspect the replacement. */
  inspected?: boolean;
  words?: string;
  facts?: Record<string, unknown>;
  /** Further data for the notifications. */
  notificationData?: Record<string, unknown>;
}

/** The amount in dispute: the unrefunded part of the sale plus what this complaint has refunded. */
export function disputedCents({ order, complaint }: Case): Cents {
  return unrefundedCents(order) + complaint.paidCents;
}

/** Ends the complaint and carries out its result: units, money, and the order's state (P21–P23). */
export async function endWithResult(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  how: ComplaintResolution,
): Promise<SettledCase> {
  const outcome = await outcomeOf(tx, found, how);
  const { event, actor, viewer, ending, words = null, facts } = how;
  const ended = await applyTransition(tx, found, {
    event,
    actor,
    viewer,
    ending,
    words,
    facts: { ...outcome, ...facts },
    outcome,
  });
  const before = { state: found.complaint.state };
  const after = { state: 'closed', ...outcome };
  await notifySides(tx, ended, 'complaint.closed', viewer, {
    ending,
    ...outcome,
    before,
    after,
    reason: words ?? ending,
    ...how.notificationData,
  });
  await discountRating(ctx, tx, ended.order);
  return { found: ended, notifyProvider: await settleOrder(ctx, tx, ended, how) };
}

/** R10: carries out the decision; a replacement that was not delivered becomes a refund. */
export function carryOutDecision(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  how: Pick<ComplaintResolution, 'event' | 'actor' | 'viewer'>,
): Promise<SettledCase> {
  const { result, refundCents } = found.complaint;
  return endWithResult(ctx, tx, found, { ...how, ending: 'decided', result, refundCents });
}

async function outcomeOf(
  tx: Tx,
  found: Case,
  { event, result, refundCents, inspected }: ComplaintResolution,
): Promise<{ result: ComplaintResult | null; refundCents: Cents }> {
  const kept = { result, refundCents: Math.max(refundCents, found.complaint.paidCents) };
  if (result !== 'replacement' || inspected) return kept;
  const replaced = replacedAtOnce(found.order.deliveryType)
    ? await replaceUnits(tx, found)
    : found.complaint.fulfilledAt !== null;
  if (replaced) return kept;
  if (event === 'accept' || event === 'decide_appeal')
    fail('out_of_stock', { detail: 'Não há outra unidade disponível neste anúncio.' });
  return { result: 'full', refundCents: disputedCents(found) };
}

/** P21–P23. An order that staff moved out of its complaint (P27) is settled already. */
async function settleOrder(
  ctx: Ctx,
  tx: Tx,
  ended: Case,
  how: ComplaintResolution,
): Promise<SettledCase['notifyProvider']> {
  const { order, complaint } = ended;
  if (order.state !== 'in_complaint') return nothingToNotify;
  const by = { actor: 'system', viewer: how.viewer } as const;
  const given = { reason: 'complaint', by } as const;
  const { result, refundCents, paidCents } = complaint;
  const inspected = how.inspected ?? false;
  switch (orderOutcome({ ending: how.ending, result, refundCents, inspected }, disputedCents(ended))) {
    case 'back':
      await resumeAfterComplaint(tx, order, by);
      if (result === 'replacement') await restartConfirmation(ctx, tx, order);
      return nothingToNotify;
    case 'complete':
      await closeComplaint(ctx, tx, order, 'uphold_sale', by);
      return nothingToNotify;
    case 'return':
      await returnAfterComplaint(ctx, tx, order, {
        complaintId: complaint.id,
        reason: how.ending === 'agreed' ? 'agreement' : 'complaint',
        by,
      });
      return nothingToNotify;
    case 'refund': {
      const amountCents = unrefundedCents(order);
      return (await giveBack(ctx, tx, order, { ...given, amountCents, event: 'refund_complaint' }))
        .notifyProvider;
    }
    case 'refund_part': {
      const amountCents = refundCents - paidCents;
      if (amountCents > 0)
        return (await giveBack(ctx, tx, order, { ...given, amountCents, event: 'settle_complaint' }))
          .notifyProvider;
      await closeComplaint(ctx, tx, order, 'settle_complaint', by);
      return nothingToNotify;
    }
  }
}

/** Restarts the whole confirmation time, because the buyer inspects a replacement like the first unit. */
async function restartConfirmation(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<void> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const pauseMs = await startSecuring(tx, order, timers);
  const at = autoConfirmAt({ type: 'manual', deliveredAt: order.now, revealedAt: null, pauseMs }, timers);
  await sql`update orders set due_at = ${at} where id = ${order.id} and state = 'delivered'
    and due_at is not null`.execute(tx);
}

/**
 * R08: refunds a decided part at once when only the buyer appeals and the seller can no longer contest it; the rest waits.
 * When the seller appeals, everything waits, because the order cannot be completed before (decision 58).
 */
export async function refundUncontested(ctx: Ctx, tx: Tx, found: Case): Promise<SettledCase> {
  const { order, complaint } = found;
  const { id, state, dueEvent, appealed, refundCents } = complaint;
  const contested = state !== 'appealed' || dueEvent === 'close_appeals' || appealed.includes('seller');
  if (contested || refundCents === 0 || order.state !== 'in_complaint')
    return { found, notifyProvider: nothingToNotify };
  await sql`update complaints set paid_cents = refund_cents where id = ${id}`.execute(tx);
  const { notifyProvider: told } = await giveBack(ctx, tx, order, {
    amountCents: refundCents,
    reason: 'complaint',
    event: null,
    by: { actor: 'system', viewer: null },
  });
  return { found: { ...found, complaint: { ...complaint, paidCents: refundCents } }, notifyProvider: told };
}

/** R04: refunds at once when the seller did not answer; a later appeal does not reverse the refund. */
export async function refundAtOnce(ctx: Ctx, tx: Tx, found: Case): Promise<SettledCase> {
  const { order, complaint } = found;
  await sql`update complaints set paid_cents = refund_cents where id = ${complaint.id}`.execute(tx);
  const { notifyProvider: told, order: refunded } = await giveBack(ctx, tx, order, {
    amountCents: unrefundedCents(order),
    reason: 'complaint',
    event: 'refund_complaint',
    by: { actor: 'system', viewer: null },
  });
  return {
    found: { ...found, order: refunded, complaint: { ...complaint, paidCents: complaint.refundCents } },
    notifyProvider: told,
  };
}
