import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { closedDays } from '#domain/business-days.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import { nextState } from '#domain/machine.ts';
import { allowedMovesNow } from '#domain/orders/moves.ts';
import { orderMachine } from '#domain/orders/orders.ts';
import type { FeeRule } from '#domain/ledger/fees.ts';
import type {
  DeliveryType,
  DueEvent,
  OrderActor,
  OrderEvent,
  OrderState,
  StateBefore,
} from '#domain/orders/orders.ts';
import type { Journal } from '#domain/ledger/postings.ts';
import { regretUntil } from '#domain/refunds/refunds.ts';
import type { SaleStop } from '#domain/payments/sale-stops.ts';
import type { Tx } from '#server/context.ts';
import { insertEvents } from '#server/events/events.ts';
import type { NewEvent } from '#server/events/events.ts';
import { posting, refusePosting } from '#server/ledger/post.ts';
import { firstOverdue, Overdue } from '#server/process/overdue.ts';
import type { DueRow } from '#server/process/overdue.ts';
import { currentRules } from '#server/settings/queries.ts';
import { moveBy, openingTimes, outageSince } from '#server/incidents/outage.ts';
import { withCommit } from '#server/database/transaction.ts';

/** An order whose row this transaction has locked, so that no other transaction changes its state. */
export interface LockedOrder {
  id: number;
  hash: string;
  state: OrderState;
  stateSeq: number;
  buyerId: number;
  sellerId: number;
  listingId: number;
  ruleVersionId: number;
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
  commissionCents: number;
  guaranteeCents: number;
  /** The sum of the refunds so far. */
  refundedCents: number;
  /** The fees when the sale was made; every part of the sale is split by them. */
  fee: FeeRule;
  deliveryType: DeliveryType;
  promisedHours: number;
  promiseAt: Date | null;
  /** The part of the total that is freight (S05). */
  freightCents: number;
  /** The release delay that its category or its seller's level set when it was placed; null where its rule version decides. */
  holdDays: number | null;
  /** The proof that its category required when it was placed (P13). */
  deliveryProof: DeliveryProof;
  categoryKind: CategoryKind | null;
  /** The warranty it was bought with. */
  warrantyDays: number;
  dueEvent: DueEvent | null;
  paidAt: Date | null;
  deliveredAt: Date | null;
  revealedAt: Date | null;
  closedAt: Date | null;
  /** The deadline that passed without payment, not the time at which this was noticed; null when a person closed it. */
  lapsedAt: Date | null;
  /** What a complaint interrupted: the state, and the timer with its remaining milliseconds. */
  stateBefore: StateBefore | null;
  stoppedEvent: DueEvent | null;
  stoppedMs: number | null;
  /** Why its money is blocked and its timer is paused; null when neither is. */
  stoppedBy: SaleStop | null;
  title: string;
  /** The market's clock at the start of the transaction. */
  now: Date;
  /** The same, standing still while an incident of ours lasts: deadlines are compared with it (N14). */
  deadlineNow: Date;
  /** How much of the time since the delivery was an incident of ours; deadlines that are computed from it move by it. */
  outageMs: number;
}

/** For queries of the form `select … from orders o join listing_versions v on v.id = o.listing_version_id`. */
export const orderColumns = sql`o.id, o.hash, o.state, o.state_seq as "stateSeq", o.buyer_id as "buyerId",
  o.seller_id as "sellerId", o.listing_id as "listingId", o.rule_version_id as "ruleVersionId", o.quantity,
  o.unit_price_cents as "unitPriceCents", o.total_cents as "totalCents", o.commission_cents as "commissionCents",
  o.guarantee_cents as "guaranteeCents",
  o.refunded_cents as "refundedCents", o.delivery_type as "deliveryType", o.promised_hours as "promisedHours", o.promised_at as "promiseAt", o.freight_cents as "freightCents",
  coalesce(o.hold_days, o.level_hold_days) as "holdDays", o.warranty_days as "warrantyDays", o.delivery_proof as "deliveryProof", o.category_kind as "categoryKind",
  o.due_event as "dueEvent", o.paid_at as "paidAt", o.delivered_at as "deliveredAt",
  o.revealed_at as "revealedAt", o.closed_at as "closedAt", o.lapsed_at as "lapsedAt", o.state_before as "stateBefore",
  o.stopped_event as "stoppedEvent", o.stopped_ms as "stoppedMs",
  json_build_object('commissionBps', o.commission_bps, 'minCommissionCents', o.min_commission_cents,
    'maxCommissionCents', o.max_commission_cents, 'guaranteeBps', o.guarantee_bps, 'freightCents', o.freight_cents, 'labelCents', o.label_cents) as fee,
  sale_stop_reason(o.id) as "stoppedBy", v.title, market_now() as now,
  deadline_now() as "deadlineNow", ${outageSince(sql`o.delivered_at`)} as "outageMs"`;

/**
 * Locks the order's row for its buyer or seller. This is the first lock of every transaction on an order.
 * @throws `not_found` when there is none or the viewer is neither its buyer nor its seller · `Overdue` when a deadline
 *   has passed and its job has not run yet
 */
export async function lockOrder(
  tx: Tx,
  hash: string,
  viewer: Viewer,
): Promise<{ order: LockedOrder; actor: OrderActor }> {
  const { rows } = await sql<LockedOrder & { overdue: DueRow | null }>`
    select ${orderColumns}, ${firstOverdue} as overdue
    from orders o join listing_versions v on v.id = o.listing_version_id
    where o.hash = ${hash} and ${viewer.id} in (o.buyer_id, o.seller_id) for no key update of o`.execute(tx);
  const { overdue, ...order } = rows[0] ?? fail('not_found');
  if (overdue) throw new Overdue(overdue);
  return { order, actor: order.buyerId === viewer.id ? 'buyer' : 'seller' };
}

interface Move {
  /** One event, or several in immediate succession (`pay`, `deliver_codes`). */
  events: readonly OrderEvent[];
  actor: OrderActor;
  actorId?: number;
  /** The timer of the state that follows; none in a final state. */
  due?: { at: Date; event: DueEvent };
  /** When it happened, where a carrier reports it afterwards (S07); now by default. */
  at?: Date;
  /** Why it was closed, or the seller's note with a delivery. */
  note?: string;
  /** Further writes of the same statement, each a CTE: `name as (…)`. */
  alongside?: RawBuilder<unknown>[];
  /** The ledger entries of the move. */
  journal?: Journal;
  /** The events that the move records for timelines and notifications. */
  happenings?: (moved: LockedOrder) => NewEvent[];
  /** This is the transaction's last statement: `commit` is sent with it. */
  last?: boolean;
}

/**
 * The only way an order changes state. It decides by the state table, then one statement updates the row, records the
 * events and posts the ledger entries. `transition_order` refuses a step that the table doesn't know or that comes too late.
 * @throws `wrong_state` with what this actor may do instead
 */
export async function moveOrder(tx: Tx, order: LockedOrder, move: Move): Promise<LockedOrder> {
  const { events, actor, actorId = null, due, note = null, alongside = [], journal, happenings } = move;
  const states = await statesThrough(tx, order, events, actor);
  const moved = { ...order, state: states.at(-1)!, stateSeq: order.stateSeq + events.length };
  const parts = [...alongside, ...(happenings ? [insertEvents(happenings(moved), order.now)] : [])];
  const statement = sql`${move.last ? withCommit : sql``}
    with transitioned as materialized (
      select transition_order(${order.id}, ${order.stateSeq}, ${events}, ${states}, ${actor}, ${actorId}, ${move.at ?? order.now},
        ${due?.at ?? null}, ${due?.event ?? null}, ${note}))${parts.length > 0 ? sql`, ${sql.join(parts)}` : sql``}
    select ${journal ? posting(journal) : sql`null`} from transitioned`;
  await statement
    .execute(tx)
    .catch((error: unknown) => (journal ? refusePosting(error, journal) : Promise.reject(error)));
  return moved;
}

/** The order's current state, followed by the state after each event. */
async function statesThrough(
  tx: Tx,
  order: LockedOrder,
  events: readonly OrderEvent[],
  actor: OrderActor,
): Promise<OrderState[]> {
  const states = [order.state];
  for (const event of events)
    states.push(await decideMove(tx, { ...order, state: states.at(-1)! }, event, actor));
  return states;
}

/**
 * The next state, for a command that needs to know it before it moves the order.
 * @throws `wrong_state` with what this actor may do instead
 */
export async function decideMove(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  actor: OrderActor,
): Promise<OrderState> {
  const decided = nextState(orderMachine, event, order.state, actor);
  return 'refusal' in decided ? refuseMove(tx, order, actor) : decided.to;
}

/** Refuses with 409 and lists what this actor may do with the order now. */
export async function refuseMove(
  tx: Tx,
  order: LockedOrder,
  actor: OrderActor,
  { detail, ...meta }: { detail?: string } & Record<string, unknown> = {},
): Promise<never> {
  const { rules } = await currentRules(tx);
  const { rows } = await sql<{ regretted: boolean; isAskedToCancel: boolean; isPaidByHand: boolean }>`
    select exists (select from refunds where order_id = ${order.id} and reason = 'regret') as regretted,
      exists (select from cancellation_requests where order_id = ${order.id} and state = 'open')
        as "isAskedToCancel",
      exists (select from payments where order_id = ${order.id} and method = 'manual') as "isPaidByHand"`.execute(
    tx,
  );
  const { regretted, ...facts } = rows[0]!;
  const regretEnd =
    order.deliveredAt && !regretted
      ? moveBy(regretUntil(order.deliveredAt, rules.refunds, closedDays(rules.calendar)), order.outageMs)
      : null;
  const allowed = allowedMovesNow(
    { ...order, ...openingTimes(order), ...facts, regretUntil: regretEnd },
    actor,
  );
  fail('wrong_state', {
    ...(detail !== undefined && { detail }),
    meta: { state: order.state, allowed, ...meta },
  });
}

/** An event about an order for `record`, with the data that its notifications need. */
export function orderEvent(
  kind: NewEvent['kind'],
  order: Pick<LockedOrder, 'id' | 'hash' | 'title' | 'buyerId' | 'sellerId' | 'totalCents'>,
  actor: Viewer | null,
  data: Record<string, unknown> = {},
): NewEvent {
  const { id, hash, title, buyerId, sellerId, totalCents } = order;
  return {
    kind,
    actor,
    subject: { kind: 'order', id },
    data: { hash, title, buyerId, sellerId, totalCents, ...data },
  };
}
