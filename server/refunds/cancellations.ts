import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/refunds/refunds.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { refusalFaults } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { ClosedOrder, Closer } from '#server/orders/closing.ts';
import { attachRefusalFiles } from '#server/orders/delivery/proof.ts';
import { orderEvent, lockOrder, orderColumns, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { giveBack } from './give-back.ts';

/**
 * P14: the buyer asks to cancel a delivery that was started. The seller has six hours to answer.
 * @throws `already_requested` the second time: after a refusal the buyer can only complain
 */
export async function requestCancellation(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, note }: { hash: string } & Body<typeof contract.requestCancellation>,
): Promise<Reply<typeof contract.requestCancellation>> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  // A parcel on its way is not called back.
  if (actor !== 'buyer' || order.state !== 'in_delivery' || order.deliveryType === 'shipping')
    await refuseMove(tx, order, actor);
  const { refunds } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const dueAt = new Date(order.now.getTime() + refunds.cancellationAnswerMs);
  const { rows } = await sql`
    insert into cancellation_requests (order_id, note, due_at) values (${order.id}, ${note}, ${dueAt})
    on conflict (order_id) do nothing returning order_id`.execute(tx);
  if (rows.length === 0) fail('already_requested');
  await record(tx, orderEvent('order.cancellation_asked', order, viewer, { dueAt }));
  return { dueAt: dueAt.toISOString() };
}

/** P14: the seller agrees and everything is refunded, or refuses with a reason and proof, and the delivery continues. */
export async function answerCancellation(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { hash, decision, note, fileIds = [] }: { hash: string } & Body<typeof contract.answerCancellation>,
): Promise<ClosedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  const errors = decision === 'refuse' ? refusalFaults(note, fileIds.length) : {};
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  if (actor !== 'seller' || order.state !== 'in_delivery') await refuseMove(tx, order, actor);
  const answered = decision === 'accept' ? 'accepted' : 'refused';
  if (!(await storeAnswer(tx, order, answered, note || null))) await refuseMove(tx, order, actor);
  if (decision === 'accept') return cancelByAgreement(ctx, tx, order, { actor, viewer });
  await attachRefusalFiles(tx, order, fileIds);
  await record(tx, orderEvent('order.cancellation_refused', order, viewer, { note }));
  return { order, notifyProvider: async () => undefined };
}

/** Takes one request whose time is over: silence counts as agreement, unless the order has changed its state. */
export function lapseOne(ctx: Ctx, tx: Tx, failed: readonly number[]): Promise<LapsedRequest | undefined> {
  return findLapsed(ctx, tx, sql`o.id <> all (${failed}::bigint[])`);
}

/** The same for one order. */
export function lapseOf(ctx: Ctx, tx: Tx, orderId: number): Promise<LapsedRequest | undefined> {
  return findLapsed(ctx, tx, sql`o.id = ${orderId}`);
}

interface LapsedRequest {
  id: number;
  work: () => Promise<ClosedOrder['notifyProvider'] | void>;
}

/** An order whose own deadline was earlier ends by that (P15), so that the deadlines decide and not the order of sweeps. */
async function findLapsed(ctx: Ctx, tx: Tx, which: RawBuilder<unknown>): Promise<LapsedRequest | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from cancellation_requests c join orders o on o.id = c.order_id
      join listing_versions v on v.id = o.listing_version_id
    where c.state = 'open' and (c.due_at <= deadline_now() or o.state <> 'in_delivery')
      and (o.due_at < c.due_at and o.due_at <= deadline_now()) is not true and ${which}
    order by c.due_at limit 1 for no key update of o skip locked`.execute(tx);
  const order = rows[0];
  return order && { id: order.id, work: () => lapse(ctx, tx, order) };
}

async function lapse(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<ClosedOrder['notifyProvider'] | void> {
  const goesOn = order.state !== 'in_delivery';
  if (!(await storeAnswer(tx, order, goesOn ? 'moot' : 'lapsed', null)) || goesOn) return;
  return (await cancelByAgreement(ctx, tx, order, { actor: 'system', viewer: null })).notifyProvider;
}

async function storeAnswer(
  tx: Tx,
  order: LockedOrder,
  state: 'accepted' | 'refused' | 'lapsed' | 'moot',
  note: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update cancellation_requests set state = ${state}, answered_at = market_now(), answer_note = ${note}
    where order_id = ${order.id} and state = 'open' returning order_id`.execute(tx);
  return rows.length > 0;
}

function cancelByAgreement(ctx: Ctx, tx: Tx, order: LockedOrder, by: Closer): Promise<ClosedOrder> {
  return giveBack(ctx, tx, order, {
    amountCents: unrefundedCents(order),
    reason: 'order_cancelled',
    event: 'cancel_agreed',
    by,
  });
}
