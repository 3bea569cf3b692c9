import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { orderOutcome } from '#domain/complaints/outcomes.ts';
import type { ComplaintEnding, ComplaintResult } from '#domain/complaints/outcomes.ts';
import { replacedAtOnce } from '#domain/complaints/complaints.ts';
import type { ComplaintActor, ComplaintTransition } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';
import { autoConfirmAt } from '#domain/orders/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { resumeAfterComplaint } from '#server/refunds/complaint-moves.ts';
import { closeComplaint, giveBack } from '#server/refunds/give-back.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { tell } from './cases.ts';
import { turn } from './transitions.ts';
import type { Case } from './cases.ts';
import { discountRating } from './rating-discount.ts';
import { replaceUnits } from './units.ts';

/** A case after a step that may have moved money, and what the bank must be told once that is durable. */
export interface Settled {
  found: Case;
  tell: (ctx: Ctx) => Promise<void>;
}

export const nothingToTell = async () => undefined;

interface Finishing {
  event: ComplaintTransition;
  actor: ComplaintActor;
  viewer: Viewer | null;
  ending: ComplaintEnding;
  result: ComplaintResult | null;
  /** All that the complaint gives back, with what nobody contested and went back before. */
  refundCents: Cents;
  /** The buyer had their time to look over what was delivered again. */
  inspected?: boolean;
  words?: string;
  facts?: Record<string, unknown>;
  /** What the notices say beside that. */
  told?: Record<string, unknown>;
}

/** Everything the complaint is about: what stays of the sale, with what the complaint itself has given back. */
export function atStake({ order, complaint }: Case): Cents {
  return unrefundedCents(order) + complaint.paidCents;
}

/** Ends the complaint and does what it came to: units, money, and the order's state (P21–P23). */
export async function finish(ctx: Ctx, tx: Tx, found: Case, how: Finishing): Promise<Settled> {
  const outcome = await outcomeOf(tx, found, how);
  const { event, actor, viewer, ending, words = null, facts } = how;
  const ended = await turn(tx, found, {
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
  await tell(tx, ended, 'complaint.closed', viewer, {
    ending,
    ...outcome,
    before,
    after,
    reason: words ?? ending,
    ...how.told,
  });
  await discountRating(ctx, tx, ended.order);
  return { found: ended, tell: await settleOrder(ctx, tx, ended, how) };
}

/** R10: what was decided is done; a unit that was decided and did not come becomes the money. */
export function carryOut(
  ctx: Ctx,
  tx: Tx,
  found: Case,
  how: Pick<Finishing, 'event' | 'actor' | 'viewer'>,
): Promise<Settled> {
  const { result, refundCents } = found.complaint;
  return finish(ctx, tx, found, { ...how, ending: 'decided', result, refundCents });
}

async function outcomeOf(
  tx: Tx,
  found: Case,
  { event, result, refundCents, inspected }: Finishing,
): Promise<{ result: ComplaintResult | null; refundCents: Cents }> {
  const kept = { result, refundCents: Math.max(refundCents, found.complaint.paidCents) };
  if (result !== 'replacement' || inspected) return kept;
  const replaced = replacedAtOnce(found.order.deliveryType)
    ? await replaceUnits(tx, found)
    : found.complaint.fulfilledAt !== null;
  if (replaced) return kept;
  if (event === 'accept' || event === 'decide_appeal')
    fail('out_of_stock', { detail: 'Não há outra unidade disponível neste anúncio.' });
  return { result: 'full', refundCents: atStake(found) };
}

/** P21–P23. An order that staff took out of its complaint (P27) has been settled by that. */
async function settleOrder(ctx: Ctx, tx: Tx, ended: Case, how: Finishing): Promise<Settled['tell']> {
  const { order, complaint } = ended;
  if (order.state !== 'in_complaint') return nothingToTell;
  const by = { actor: 'system', viewer: how.viewer } as const;
  const given = { reason: 'complaint', by } as const;
  const { result, refundCents, paidCents } = complaint;
  const inspected = how.inspected ?? false;
  switch (orderOutcome({ ending: how.ending, result, refundCents, inspected }, atStake(ended))) {
    case 'back':
      await resumeAfterComplaint(tx, order, by);
      if (result === 'replacement') await startAgain(ctx, tx, order);
      return nothingToTell;
    case 'complete':
      await closeComplaint(ctx, tx, order, 'uphold_sale', by);
      return nothingToTell;
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
      return nothingToTell;
    }
  }
}

/** A unit that was replaced is looked over like the first one: the whole time to confirm begins again. */
async function startAgain(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<void> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const at = autoConfirmAt({ type: 'manual', deliveredAt: order.now, revealedAt: null }, timers);
  await sql`update orders set due_at = ${at} where id = ${order.id} and state = 'delivered'
    and due_at is not null`.execute(tx);
}

/**
 * R08: a part that the buyer wants more than, and that the seller can contest no more, goes back at once; only the rest
 * waits. What a seller contests waits whole: the order cannot be concluded before that is known (decision 58).
 */
export async function payUncontested(ctx: Ctx, tx: Tx, found: Case): Promise<Settled> {
  const { order, complaint } = found;
  const { id, state, dueAt, appealed, refundCents } = complaint;
  const contested = state !== 'appealed' || dueAt !== null || appealed.includes('seller');
  if (contested || refundCents === 0 || order.state !== 'in_complaint') return { found, tell: nothingToTell };
  await sql`update complaints set paid_cents = refund_cents where id = ${id}`.execute(tx);
  const { notifyProvider: told } = await giveBack(ctx, tx, order, {
    amountCents: refundCents,
    reason: 'complaint',
    event: null,
    by: { actor: 'system', viewer: null },
  });
  return { found: { ...found, complaint: { ...complaint, paidCents: refundCents } }, tell: told };
}

/** R04: what silence decided goes back in the moment it is decided; an appeal that comes later changes nothing of it. */
export async function payAtOnce(ctx: Ctx, tx: Tx, found: Case): Promise<Settled> {
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
    tell: told,
  };
}
