import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderReturn, ReturnAction } from '#contract/shipping/returns.ts';
import { allowedEvents } from '#domain/machine.ts';
import { returnStep } from '#domain/shipping/returns/next-steps.ts';
import { openReturnStates, returnMachine, returnRefusal } from '#domain/shipping/returns/returns.ts';
import type { ReturnEvent } from '#domain/shipping/returns/returns.ts';
import { sortEvents } from '#domain/shipping/shipments.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { carrierOf, trackingUrl } from '#domain/shipping/tracking-codes.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { proofForParty, proofForStaff, unattachedProof } from '#server/orders/delivery/proof.ts';
import { addressesOfOrder } from '#server/shipping/order-addresses.ts';

type ViewerIs = Order['viewerIs'];

/** An event of a parcel as JSON built by PostgreSQL carries it. */
export interface CarrierEventJson {
  kind: CarrierEventKind;
  at: string;
  place: string;
  words: string;
}

/** For queries: the events of a return's parcel, unsorted. */
export const returnEventsOf = (row: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at, 'place', e.place, 'words', e.words)), '[]')
    from return_events e where e.return_id = ${row}.id)`;

/** A return as JSON built by PostgreSQL carries it. */
interface ReturnJson extends Pick<
  OrderReturn,
  | 'id'
  | 'reason'
  | 'way'
  | 'state'
  | 'dueEvent'
  | 'paidBy'
  | 'postageCents'
  | 'carrier'
  | 'trackingCode'
  | 'parcelState'
  | 'outcome'
  | 'decisionNote'
> {
  openedAt: string;
  postBy: string;
  dueAt: string | null;
  labelId: string | null;
  postedAt: string | null;
  arrivedAt: string | null;
  closedAt: string | null;
  contest: string | null;
  contestedAt: string | null;
  events: CarrierEventJson[];
}

/** The column of an order about its newest return (S11). */
export interface ReturnRow {
  id: number;
  last_return: ReturnJson | null;
}

/** For queries with `orders o`. */
export const returnColumn = sql`(select jsonb_build_object('id', t.id, 'reason', t.reason, 'way', t.way, 'state', t.state,
    'openedAt', t.opened_at, 'postBy', t.post_by, 'dueAt', t.due_at, 'dueEvent', t.due_event, 'paidBy', t.paid_by,
    'postageCents', t.postage_cents, 'carrier', t.carrier, 'trackingCode', t.tracking_code, 'labelId', t.label_id,
    'parcelState', t.parcel_state, 'postedAt', t.posted_at, 'arrivedAt', t.arrived_at, 'closedAt', t.closed_at,
    'contest', t.contest, 'contestedAt', t.contested_at, 'outcome', t.outcome,
    'decisionNote', case when t.contested_at is not null and t.outcome <> 'fund' then r.decision_note end,
    'events', ${returnEventsOf(sql`t`)})
  from returns t join refunds r on r.id = t.refund_id where t.order_id = o.id order by t.id desc limit 1) as last_return`;

/** The newest return of an order as the viewer may see it; null without one. */
export async function presentReturn(
  ctx: Ctx,
  db: Queryable,
  { id: orderId, last_return: row }: ReturnRow,
  viewerIs: ViewerIs,
): Promise<OrderReturn | null> {
  if (!row) return null;
  const { id, reason, way, state, dueEvent, paidBy, postageCents, carrier, trackingCode, parcelState } = row;
  const labelReady = way === 'label' && row.labelId !== null;
  const side = viewerIs === 'buyer' || viewerIs === 'seller' ? viewerIs : null;
  return {
    id,
    reason,
    way,
    state,
    openedAt: iso(row.openedAt),
    postBy: iso(row.postBy),
    // A reminder changes nothing.
    dueAt: dueEvent === 'remind' ? iso(row.postBy) : row.dueAt && iso(row.dueAt),
    dueEvent: dueEvent === 'remind' ? 'lapse' : dueEvent,
    paidBy,
    postageCents: way === 'hand' || labelReady ? 0 : postageCents,
    labelReady,
    carrier,
    trackingCode,
    trackingUrl: trackingCode && trackingUrl(carrierOf(carrier ?? ''), trackingCode),
    parcelState,
    postedAt: row.postedAt && iso(row.postedAt),
    arrivedAt: row.arrivedAt && iso(row.arrivedAt),
    closedAt: row.closedAt && iso(row.closedAt),
    events: newestFirst(row.events),
    to: await addressFor(ctx, db, orderId, { row, side }),
    contest: row.contest === null ? null : { words: row.contest, at: iso(row.contestedAt!) },
    files: await filesFor(db, orderId, { row, viewerIs }),
    outcome: row.outcome,
    decisionNote: row.decisionNote,
    nextStep: side && returnStep({ reason, state, way, labelReady, outcome: row.outcome, parcelState }, side),
    actions: side ? actionsFor(row, side) : [],
  };
}

const iso = (at: string) => new Date(at).toISOString();

/** The events of a parcel by the carrier's time, newest first. */
export function newestFirst(events: readonly CarrierEventJson[]): OrderReturn['events'] {
  return sortEvents(events.map((event) => ({ ...event, at: new Date(event.at) })))
    .toReversed()
    .map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** S03, S11: the buyer reads where the seller lives only to post there, and only while the return is open. */
async function addressFor(
  ctx: Ctx,
  db: Queryable,
  orderId: number,
  { row: { way, state, labelId }, side }: { row: ReturnJson; side: 'buyer' | 'seller' | null },
): Promise<OrderReturn['to']> {
  const isNeeded = way === 'own' || (way === 'label' && labelId === null);
  if (side !== 'buyer' || !isNeeded || (state !== 'to_post' && state !== 'posted')) return null;
  return (await addressesOfOrder(ctx, db, orderId)).from;
}

function filesFor(
  db: Queryable,
  orderId: number,
  { row, viewerIs }: { row: ReturnJson; viewerIs: ViewerIs },
): Promise<OrderReturn['files']> {
  if (row.contest !== null)
    return viewerIs === 'staff' ? proofForStaff(db, orderId, 'return') : proofForParty(db, orderId, 'return');
  const isOpen = openReturnStates.includes(row.state);
  return viewerIs === 'seller' && isOpen ? unattachedProof(db, orderId, 'return') : Promise.resolve([]);
}

/** The buttons of a side; a label is made once, and printed until it is posted. */
function actionsFor(row: ReturnJson, side: 'buyer' | 'seller'): ReturnAction[] {
  const { state, way, labelId } = row;
  const facts = { way, hasLabel: way === 'label' && labelId !== null };
  const may = (event: ReturnEvent) =>
    allowedEvents(returnMachine, state, side).includes(event) && returnRefusal(facts, event) === null;
  const isLabelled = side === 'buyer' && state === 'to_post' && way === 'label';
  return [
    ...(isLabelled ? [labelId === null ? ('make_label' as const) : ('print_label' as const)] : []),
    ...(['post', 'hand_back', 'cancel', 'accept', 'contest'] as const).filter((event) => may(event)),
  ];
}
