import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { nextState } from '#domain/machine.ts';
import { forcedMoveSide, amountForTwoPeopleLimit } from '#domain/staff/money-decisions.ts';
import { forcedEvents, isMoveOf, orderMachine } from '#domain/orders/orders.ts';
import type { DeliveryType, ForcedEvent, OrderState } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { Ctx } from '#server/context.ts';
import { peopleOfOrder, readDecisionSums, whySecondPerson } from '#server/staff/money-decisions/sums.ts';
import { currentRules } from '#server/settings/queries.ts';

type Force = Reply<typeof getStaffOrder>['force'];

interface Movable {
  id: number;
  state: OrderState;
  deliveryType: DeliveryType;
  totalCents: number;
  buyerId: number;
  sellerId: number;
  stoppedBy: SaleStop | null;
}

const obstacles = {
  forbidden: 'Só um administrador muda a situação de um pedido fora do fluxo normal.',
  own_decision: 'Este pedido é seu. Outra pessoa da equipe decide.',
} as const;

/** The forced moves that this staff member may make (P27), and the pending move. */
export async function forceOf(ctx: Ctx, viewer: Viewer, order: Movable): Promise<Force> {
  const { rules } = await currentRules(ctx.db);
  const answer = can(viewer, 'force_order', { involved: [order.buyerId, order.sellerId] });
  const legal = (event: ForcedEvent) =>
    'to' in nextState(orderMachine, event, order.state, 'staff') &&
    isMoveOf(event, order.deliveryType, order.state) &&
    (event !== 'refund_analysed' || order.stoppedBy === 'analysis');
  const { forcedAloneCents } = rules.refunds;
  const moves = forcedEvents.filter(legal);
  const sums = await sumsOf(ctx, viewer, order.id);
  return {
    moves,
    needTwo: moves.filter(
      (event) => amountForTwoPeopleLimit(sums[forcedMoveSide(event)], order.totalCents) > forcedAloneCents,
    ),
    sumReason:
      moves
        .map((event) => whySecondPerson(sums[forcedMoveSide(event)], order.totalCents, forcedAloneCents))
        .find((reason) => reason !== null) ?? null,
    because: answer.ok ? null : obstacles[answer.reason],
    aloneCents: forcedAloneCents,
    waiting: await findPendingMove(ctx, viewer, order.id, legal),
  };
}

/** The sums of the window for each side that may get the money. */
async function sumsOf({ db }: Ctx, viewer: Viewer, orderId: number) {
  const of = (side: 'buyer' | 'seller') =>
    readDecisionSums(db, {
      kind: 'forced_move',
      deciderId: viewer.id,
      people: peopleOfOrder(sql`${orderId}`, side),
    });
  const [buyer, seller] = await Promise.all([of('buyer'), of('seller')]);
  return { buyer, seller };
}

async function findPendingMove(
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
