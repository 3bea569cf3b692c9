import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import { allowedEvents, nextState } from '#domain/machine.ts';
import { returnMachine, returnRefusal } from '#domain/shipping/returns/returns.ts';
import type {
  ReturnActor,
  ReturnDueEvent,
  ReturnEvent,
  ReturnOutcome,
  ReturnReason,
  ReturnState,
  ReturnWay,
} from '#domain/shipping/returns/returns.ts';
import type { Tx } from '#server/context.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { lockOrder, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** A return whose order's row and own row this transaction has locked. */
export interface LockedReturn {
  id: number;
  refundId: number;
  reason: ReturnReason;
  way: ReturnWay;
  state: ReturnState;
  outcome: ReturnOutcome | null;
  openedAt: Date;
  postBy: Date;
  dueAt: Date | null;
  dueEvent: ReturnDueEvent | null;
  paidBy: 'seller' | 'platform';
  postageCents: number;
  labelId: string | null;
  chargedCents: number | null;
  trackingCode: string | null;
  failedChecks: number;
}

const columns = sql`t.id, t.refund_id as "refundId", t.reason, t.outcome,
  t.way, t.state, t.opened_at as "openedAt", t.post_by as "postBy", t.due_at as "dueAt",
  t.due_event as "dueEvent", t.paid_by as "paidBy", t.postage_cents as "postageCents", t.label_id as "labelId",
  t.charged_cents as "chargedCents", t.tracking_code as "trackingCode", t.failed_checks as "failedChecks"`;

/** A label of the site was made for it. */
export const hasLabel = ({ way, labelId }: Pick<LockedReturn, 'way' | 'labelId'>) =>
  way === 'label' && labelId !== null;

/**
 * Locks the newest return of a side's order, after the order itself.
 * @throws `not_found` without one, or for other people
 */
export async function lockOwnReturn(
  tx: Tx,
  viewer: Viewer,
  hash: string,
): Promise<{ order: LockedOrder; found: LockedReturn; side: 'buyer' | 'seller' }> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  const found = (await lockReturn(tx, sql`t.order_id = ${order.id}`)) ?? fail('not_found');
  return { order, found, side: actor === 'buyer' ? 'buyer' : 'seller' };
}

/** The newest return that fits, locked. The caller has locked its order's row. */
export async function lockReturn(tx: Tx, which: RawBuilder<unknown>): Promise<LockedReturn | undefined> {
  const { rows } = await sql<LockedReturn>`
    select ${columns} from returns t where ${which} order by t.id desc limit 1 for no key update of t`.execute(
    tx,
  );
  return rows[0];
}

/** The order of a return, locked by a job, and the return. */
export async function lockById(
  tx: Tx,
  id: number,
): Promise<{ order: LockedOrder; found: LockedReturn } | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = (select order_id from returns where id = ${id}) for no key update of o`.execute(tx);
  const order = rows[0];
  const found = order && (await lockReturn(tx, sql`t.id = ${id}`));
  return order && found && { order, found };
}

interface ReturnMove {
  event: ReturnEvent;
  actor: ReturnActor;
  /** The timer of an open state. */
  due?: { at: Date; event: ReturnDueEvent };
  outcome?: ReturnOutcome;
  /** Further columns of the same write: `name = value`. */
  also?: RawBuilder<unknown>[];
}

/**
 * The only way a return changes its state, decided by the table.
 * @throws `wrong_state` with what this actor may do instead
 */
export async function moveReturn(
  tx: Tx,
  order: LockedOrder,
  found: LockedReturn,
  { event, actor, due, outcome, also = [] }: ReturnMove,
): Promise<LockedReturn> {
  const state = decideReturn(found, event, actor);
  const closes = state === 'completed' || state === 'lapsed' || state === 'cancelled';
  const sets = [
    sql`state = ${state}`,
    sql`due_at = ${due?.at ?? null}::timestamptz`,
    sql`due_event = ${due?.event ?? null}`,
    sql`outcome = ${outcome ?? null}`,
    // The label of what was not posted is cancelled and not asked about any more.
    ...(closes
      ? [
          sql`closed_at = ${order.now}`,
          sql`next_check_at = case when posted_at is not null then next_check_at end`,
        ]
      : []),
    ...also,
  ];
  await sql`update returns set ${sql.join(sets)} where id = ${found.id}`.execute(tx);
  return { ...found, state, outcome: outcome ?? null, dueAt: due?.at ?? null, dueEvent: due?.event ?? null };
}

/** The next state. @throws `wrong_state` with what this actor may do instead, and why where the state permits it */
export function decideReturn(found: LockedReturn, event: ReturnEvent, actor: ReturnActor): ReturnState {
  const facts = { way: found.way, hasLabel: hasLabel(found) };
  const next = nextState(returnMachine, event, found.state, actor);
  const detail =
    'to' in next && (actor === 'buyer' || actor === 'seller') ? returnRefusal(facts, event) : null;
  if ('to' in next && !detail) return next.to;
  const allowed = allowedEvents(returnMachine, found.state, actor).filter(
    (each) => returnRefusal(facts, each) === null,
  );
  return fail('wrong_state', { ...(detail && { detail }), meta: { state: found.state, allowed } });
}
