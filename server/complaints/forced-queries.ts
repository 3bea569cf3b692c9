import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/staff-orders.ts';
import type { Viewer } from '#domain/accounts.ts';
import { next } from '#domain/machine.ts';
import { forcedEvents, orderMachine } from '#domain/orders.ts';
import type { ForcedEvent, OrderState } from '#domain/orders.ts';
import { can } from '#domain/permissions.ts';
import type { SaleStop } from '#domain/sale-stops.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';

type Force = Reply<typeof getStaffOrder>['force'];

interface Movable {
  id: number;
  state: OrderState;
  buyerId: number;
  sellerId: number;
  stoppedBy: SaleStop | null;
}

const obstacles = {
  forbidden: 'Só um administrador move um pedido contra o próprio curso.',
  own_decision: 'Este pedido é seu. Outra pessoa da equipe decide.',
} as const;

/** What this member of staff may make of the order against its own course (P27), and the move that waits. */
export async function forceOf(ctx: Ctx, viewer: Viewer, order: Movable): Promise<Force> {
  const { rules } = await currentRules(ctx.db);
  const answer = can(viewer, 'force_order', { involved: [order.buyerId, order.sellerId] });
  const legal = (event: ForcedEvent) =>
    'to' in next(orderMachine, event, order.state, 'staff') &&
    (event !== 'refund_analysed' || order.stoppedBy === 'analysis');
  return {
    moves: forcedEvents.filter(legal),
    because: answer.ok ? null : obstacles[answer.reason],
    aloneCents: rules.refunds.forcedAloneCents,
    waiting: await waitingMove(ctx, viewer, order.id, legal),
  };
}

async function waitingMove(
  { db }: Ctx,
  viewer: Viewer,
  orderId: number,
  legal: (event: ForcedEvent) => boolean,
): Promise<Force['waiting']> {
  const { rows } = await sql<{
    id: number;
    event: ForcedEvent;
    reason: string;
    by: string;
    byId: number;
    at: Date;
  }>`
    select m.id, m.event, m.reason, u.username::text as by, m.asked_by as "byId", m.created_at as at
    from forced_moves m join users u on u.id = m.asked_by
    where m.order_id = ${orderId} and m.done_at is null and m.dropped_at is null`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { byId, at, ...move } = found;
  return { ...move, mine: byId === viewer.id, at: at.toISOString(), possible: legal(move.event) };
}
