import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { openComplaint as endpoint } from '#contract/complaints/complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { answerTimer, openingRefusal } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import { reasonFault } from '#domain/listings/category-kinds.ts';
import { openingTimes } from '#server/incidents/outage.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { pauseForComplaint } from '#server/refunds/complaint-moves.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { openingRefusalTexts } from './actions.ts';
import { lockCase, notifySides } from './cases.ts';

/** R01: the buyer complains; the order's timer is paused and its money blocked (P16, P19, P20). */
export async function openComplaint(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string } & Body<typeof endpoint>,
): Promise<number> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (actor !== 'buyer') fail('forbidden', { detail: 'Só quem comprou pode abrir uma reclamação.' });
  const fault = reasonFault(order.categoryKind, input.reason);
  if (fault) fail('invalid_request', { errors: { reason: fault } });
  await refuseSecond(tx, order, input.reason);
  await refuseDuringReturn(tx, order);
  await refuseOutsidePeriod(tx, order);
  const { complaints: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const due = answerTimer(order.now, 0, rules);
  const { rows } = await sql<{ id: number }>`
    insert into complaints (order_id, reason, wish, words, due_at, due_event)
    values (${order.id}, ${input.reason}, ${input.wish}, ${input.words}, ${due.at}, ${due.event})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await pauseForComplaint(tx, order, { actor, viewer });
  const opened = (await lockCase(tx, id))!;
  const until = answerTimer(order.now, 2, rules).at;
  await notifySides(tx, opened, 'complaint.opened', viewer, { until, reason: input.reason });
  return id;
}

async function refuseSecond(tx: Tx, order: LockedOrder, reason: string): Promise<void> {
  const { rows } = await sql<{ state: string; reason: string }>`
    select state, reason from complaints where order_id = ${order.id}`.execute(tx);
  if (rows.some(({ state }) => state !== 'closed')) fail('complaint_open', { meta: { state: order.state } });
  if (rows.some((row) => row.reason === reason))
    fail('complaint_repeated', { errors: { reason: 'Você já reclamou por este motivo neste pedido.' } });
}

/** S11: what comes back is contested and decided there. */
async function refuseDuringReturn(tx: Tx, order: LockedOrder): Promise<void> {
  const { rows } = await sql`
    select from returns where order_id = ${order.id} and state in ('to_post', 'posted', 'checking', 'contested')`.execute(
    tx,
  );
  if (rows.length > 0)
    await refuseMove(tx, order, 'buyer', {
      detail: 'Há uma devolução em andamento. Cancele a devolução para reclamar, ou espere o fim dela.',
      why: 'return',
    });
}

async function refuseOutsidePeriod(tx: Tx, order: LockedOrder): Promise<void> {
  const refusal = openingRefusal({
    state: order.state,
    ...openingTimes(order),
    warrantyDays: order.warrantyDays,
    now: order.now,
  });
  if (refusal) await refuseMove(tx, order, 'buyer', { detail: openingRefusalTexts[refusal], why: refusal });
}
