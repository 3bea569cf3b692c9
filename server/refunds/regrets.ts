import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { closedDays } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import { protocolOf, regretUntil, regretHandling } from '#domain/refunds/refunds.ts';
import type { RefundRules, RegretHandling } from '#domain/refunds/refunds.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { moveBy } from '#server/incidents/outage.ts';
import { enqueue } from '#server/background/jobs.ts';
import { nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { decideMove, orderEvent, lockOrder } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { returnReasonOf, returnReasonTexts } from '#server/payments/payers.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { applySaleStop } from '#server/payments/sale-blocks.ts';
import { currentRules } from '#server/settings/queries.ts';
import { giveBack } from './give-back.ts';
import { regretMail } from './mails.ts';
import type { RegretAnswer } from './mails.ts';
import { insertWaitingRefund, openReturn } from './returns/opening.ts';

type RegretReply = Reply<typeof contract.regretOrder>;

/**
 * P24, CDC art. 49: within seven days of delivery the buyer returns the purchase without a reason. Unopened items are
 * refunded at once; things come back first (S11); staff decide on the others within 48 hours. Until then the order's
 * money and timer are stopped.
 * In both cases the buyer gets a protocol number at once, by e-mail too.
 * @throws `regret_over` after the seven days · `already_requested` the second time · `invalid_request` when a payment by
 *   another person, or by a card that may be contested, should become balance
 */
export async function regretOrder(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, destination }: { hash: string } & Body<typeof contract.regretOrder>,
): Promise<{ reply: RegretReply; notifyProvider: ClosedOrder['notifyProvider'] }> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  await decideMove(tx, order, 'regret', actor);
  const { rules } = await currentRules(ctx.db, tx);
  const until = regretUntil(order.deliveredAt!, rules.refunds, closedDays(rules.calendar));
  if (order.now > moveBy(until, order.outageMs)) fail('regret_over');
  await refuseSecond(tx, order);
  const returns = destination === 'balance' ? await returnReasonOf(tx, order.id) : null;
  if (returns) fail('invalid_request', { errors: { destination: returnReasonTexts[returns] } });
  const way = regretHandling(order, await regretsAfterReveal(tx, viewer, rules.refunds), rules.refunds);
  const asked = { order, viewer, destination, rules: rules.refunds };
  const { refundId, state, decisionBy, returnBy, tell } = await wayOfRegret[way](ctx, tx, asked, way);
  const protocol = protocolOf(refundId);
  await acknowledge(ctx, tx, order, { viewer, protocol, way, decisionBy, returnBy });
  const reply = {
    hash,
    state,
    protocol,
    decisionBy: decisionBy && decisionBy.toISOString(),
    returnBy: returnBy && returnBy.toISOString(),
  };
  return { reply, notifyProvider: tell };
}

interface RegretInput {
  order: LockedOrder;
  viewer: Viewer;
  destination: Body<typeof contract.regretOrder>['destination'];
  rules: RefundRules;
}

async function refuseSecond(tx: Tx, order: LockedOrder): Promise<void> {
  const { rows } = await sql`select from refunds where order_id = ${order.id} and reason = 'regret'`.execute(
    tx,
  );
  if (rows.length > 0) fail('already_requested');
}

/** The buyer's earlier regrets after a reveal, without this one. */
async function regretsAfterReveal(tx: Tx, viewer: Viewer, { regretWindowMs }: RefundRules): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct o.id)::int as count from refunds r join orders o on o.id = r.order_id
    where o.buyer_id = ${viewer.id} and r.reason = 'regret' and o.revealed_at < r.created_at
      and r.created_at > market_now() - ${regretWindowMs}::bigint * interval '1 millisecond'`.execute(tx);
  return rows[0]!.count;
}

interface Regretted {
  refundId: number;
  state: LockedOrder['state'];
  decisionBy: Date | null;
  returnBy: Date | null;
  tell: ClosedOrder['notifyProvider'];
}

const wayOfRegret: Record<
  RegretHandling,
  (ctx: Ctx, tx: Tx, asked: RegretInput, way: RegretHandling) => Promise<Regretted>
> = { automatic: grant, return: requestReturn, opened: requestDecision, often: requestDecision };

async function grant(ctx: Ctx, tx: Tx, { order, viewer, destination }: RegretInput): Promise<Regretted> {
  const given = await giveBack(ctx, tx, order, {
    amountCents: unrefundedCents(order),
    reason: 'regret',
    event: 'regret',
    by: { actor: 'buyer', viewer },
    destination,
  });
  return {
    refundId: given.refundId,
    state: given.order.state,
    decisionBy: null,
    returnBy: null,
    tell: given.notifyProvider,
  };
}

/** S11: the thing comes back, and the refund leaves with it. */
async function requestReturn(ctx: Ctx, tx: Tx, asked: RegretInput): Promise<Regretted> {
  const { order, viewer } = asked;
  const refundId = await insertRegret(tx, asked, 'awaiting_return');
  const postBy = await openReturn(ctx, tx, order, { refundId, reason: 'regret', viewer });
  await applySaleStop(tx, order);
  return { refundId, state: order.state, decisionBy: null, returnBy: postBy, tell: nothingToNotify };
}

async function requestDecision(
  _ctx: Ctx,
  tx: Tx,
  asked: RegretInput,
  way: RegretHandling,
): Promise<Regretted> {
  const { order, viewer, rules } = asked;
  const fundAt = new Date(order.now.getTime() + rules.fundAfterRegretMs);
  const refundId = await insertRegret(tx, asked, 'requested', fundAt);
  await applySaleStop(tx, order);
  const amountCents = unrefundedCents(order);
  await record(tx, orderEvent('refund.asked', order, viewer, { refundId, way, amountCents }));
  const decisionBy = new Date(order.now.getTime() + rules.regretDecisionMs);
  return { refundId, state: order.state, decisionBy, returnBy: null, tell: nothingToNotify };
}

function insertRegret(
  tx: Tx,
  { order, viewer, destination }: RegretInput,
  state: 'requested' | 'awaiting_return',
  fundAt?: Date,
): Promise<number> {
  return insertWaitingRefund(tx, order, {
    reason: 'regret',
    event: 'regret',
    state,
    askedBy: viewer,
    destination,
    ...(fundAt && { fundAt }),
  });
}

/** Decreto 7.962, art. 5: a regret is confirmed at once, by e-mail and by notification. */
async function acknowledge(
  ctx: Ctx,
  tx: Tx,
  order: LockedOrder,
  { viewer, ...about }: { viewer: Viewer } & RegretAnswer,
): Promise<void> {
  await record(tx, orderEvent('order.regretted', order, viewer, about));
  const { rows } = await sql<{ to: string; username: string }>`
    select email as "to", username from users where id = ${order.buyerId}`.execute(tx);
  const url = `${ctx.config.publicUrl}/pedido/${order.hash}`;
  await enqueue(tx, 'mail.send', regretMail(rows[0]!, { url, title: order.title, ...about }));
}
