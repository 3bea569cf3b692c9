import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { revealCodes as endpoint } from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { mayReveal } from '#domain/orders/orders.ts';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import { orderStopOf } from '#domain/payments/sale-stops.ts';
import type { OrderStop } from '#domain/payments/sale-stops.ts';
import { moveBy } from '#server/incidents/outage.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { contentHash, unseal } from '#server/listings/seal.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { startSecuring } from '#server/orders/securing/securing.ts';
import { signReveal } from './reveals.ts';

const refusalWhile = {
  bank: 'payment_contested',
  analysis: 'payment_in_analysis',
  return: 'regret_waiting',
  regret: 'regret_waiting',
} as const satisfies Record<OrderStop, ErrorCode>;

interface SealedUnit {
  id: number;
  sealed: Buffer;
}

/**
 * Shows the codes to their buyer. The first time is recorded and signed for each code: who, when, from where, which
 * content (N05); from then on the confirmation timer runs (P18).
 */
export async function revealCodes(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { hash: string; ip: string; userAgent: string },
): Promise<Reply<typeof endpoint>> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (actor !== 'buyer') fail('not_found');
  if (!mayReveal(order)) await refuseMove(tx, order, actor);
  // A buyer who may get the money back does not get the code too.
  const stop = orderStopOf(order.stoppedBy);
  if (stop && !order.revealedAt) fail(refusalWhile[stop]);
  const { rows: units } = await sql<SealedUnit>`
    select id, sealed from stock_units u where order_id = ${order.id} and state = 'delivered'
      and (${order.state} <> 'refunded' or exists (select from reveals r where r.order_id = u.order_id and r.unit_id = u.id))
    order by id`.execute(tx);
  const codes = units.map(({ id, sealed }) => {
    const code = unseal(ctx.keys.seal, order.listingId, sealed);
    return { id, code, hash: contentHash(code) };
  });
  const revealedAt = order.revealedAt ?? order.now;
  const { ip, userAgent } = input;
  const seen = { orderId: order.id, viewerId: viewer.id, at: order.now, ip, userAgent };
  const signatures = codes.map(({ id: unitId, hash }) =>
    signReveal(ctx.keys.reveals, { ...seen, unitId, contentHash: hash }),
  );
  await sql`insert into reveals (order_id, unit_id, viewer_id, at, ip, user_agent, content_hash, signature)
    select ${order.id}::bigint, unit, ${viewer.id}::bigint, ${order.now}, ${ip}, ${userAgent}, hash, signature
    from unnest(${codes.map(({ id }) => id)}::bigint[], ${codes.map(({ hash }) => hash)}::bytea[],
      ${signatures}::bytea[]) as u (unit, hash, signature)
    on conflict do nothing`.execute(tx);
  if (!order.revealedAt) await startConfirmationClock(ctx, tx, order);
  return {
    revealedAt: revealedAt.toISOString(),
    codes: codes.map(({ code, hash }) => ({ code, contentHash: hash.toString('hex') })),
  };
}

async function startConfirmationClock(ctx: Ctx, tx: Tx, order: LockedOrder): Promise<void> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const pauseMs = await startSecuring(tx, order, timers);
  const deliveredAt = moveBy(order.deliveredAt!, order.outageMs);
  const at = autoConfirmAt({ type: 'automatic', deliveredAt, revealedAt: order.now, pauseMs }, timers);
  await sql`update orders set revealed_at = ${order.now},
      due_at = case when state = 'delivered' and due_at is not null then ${at}::timestamptz else due_at end
    where id = ${order.id}`.execute(tx);
}
