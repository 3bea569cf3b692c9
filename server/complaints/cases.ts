import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type {
  ComplaintReason,
  ComplaintSide,
  ComplaintState,
  ComplaintTimer,
} from '#domain/complaints/complaints.ts';
import type { ComplaintResult } from '#domain/complaints/outcomes.ts';
import { fail } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** A complaint whose row and order row this transaction has locked. */
export interface LockedComplaint {
  id: number;
  reason: ComplaintReason;
  state: ComplaintState;
  stateSeq: number;
  dueAt: Date | null;
  dueEvent: ComplaintTimer | null;
  /** When it was opened, later by the incidents of ours since (N14): its timers count from it. */
  openedAt: Date;
  takenBy: number | null;
  raisedAt: Date | null;
  promiseKind: 'fix' | 'replacement' | null;
  promiseBy: Date | null;
  fulfilledAt: Date | null;
  result: ComplaintResult | null;
  refundCents: Cents;
  /** The cents refunded before the end: the uncontested part (R08). */
  paidCents: Cents;
  /** Until when a losing side may appeal; afterwards the appeals can be decided. */
  appealsEndAt: Date | null;
  appealed: ComplaintSide[];
  waived: ComplaintSide[];
}

/** A complaint with the order it is about. */
export interface Case {
  complaint: LockedComplaint;
  order: LockedOrder;
  /** The market's clock at the start of the transaction. */
  now: Date;
  /** The same, standing still while an incident of ours lasts (N14). */
  deadlineNow: Date;
}

/** A case and the viewer's side. */
export interface SidedCase extends Case {
  side: ComplaintSide;
}

/** The sides of a complaint `c` that accepted its decision. */
export const waivedSides = sql`array(select e.actor from complaint_events e
  where e.complaint_id = c.id and e.event = 'waive')`;

const complaintColumns = sql`c.id, c.reason, c.state, c.state_seq as "stateSeq", c.due_at as "dueAt",
  c.due_event as "dueEvent", c.opened_at + outage_since(c.opened_at) as "openedAt", c.taken_by as "takenBy", c.raised_at as "raisedAt",
  c.promise_kind as "promiseKind", c.promise_by as "promiseBy", c.fulfilled_at as "fulfilledAt", c.result,
  c.refund_cents as "refundCents", c.paid_cents as "paidCents", c.appeals_end_at as "appealsEndAt",
  array(select a.side from complaint_appeals a where a.complaint_id = c.id) as appealed, ${waivedSides} as waived`;

/** Locks the order's row first, then the complaint's: the same lock order everywhere. Null when there is none. */
export async function lockCase(tx: Tx, id: number): Promise<Case | null> {
  const orders = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = (select order_id from complaints where id = ${id}) for no key update of o`.execute(tx);
  const order = orders.rows[0];
  if (!order) return null;
  const { rows } = await sql<LockedComplaint>`
    select ${complaintColumns} from complaints c where c.id = ${id} for no key update`.execute(tx);
  return { complaint: rows[0]!, order, now: order.now, deadlineNow: order.deadlineNow };
}

/**
 * Locks a case for one of its two sides.
 * @throws `not_found` when there is none or the viewer is neither of its sides
 */
export async function lockOwnCase(tx: Tx, viewer: Viewer, id: number): Promise<SidedCase> {
  const found = (await lockCase(tx, id)) ?? fail('not_found');
  const { id: orderId, buyerId, sellerId } = found.order;
  if (viewer.id !== buyerId && viewer.id !== sellerId) fail('not_found');
  await throwIfOverdue(tx, orderId);
  return { ...found, side: viewer.id === buyerId ? 'buyer' : 'seller' };
}

/** Records an event of the case for the notifications of its sides. */
export async function notifySides(
  tx: Tx,
  { complaint, order }: Case,
  kind: Extract<EventKind, `complaint.${string}`>,
  actor: Viewer | null,
  data: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, {
    kind,
    actor,
    subject: { kind: 'order', id: order.id },
    data: { complaintId: complaint.id, hash: order.hash, ...data },
  });
}
