import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';

/** The parts of an order with a deadline of their own that a sweep carries out. */
export type DueNoun =
  | 'order'
  | 'cancellation'
  | 'complaint'
  | 'proposal'
  | 'request'
  | 'analysis'
  | 'return'
  | 'review'
  | 'regret'
  | 'block';

export interface DueRow {
  noun: DueNoun;
  /** The row's own id; the order's for `order`, `cancellation`, `analysis`, `regret` and `block`. */
  id: number;
}

/**
 * Thrown under the order's lock when a user acts after a deadline that no sweep has carried out yet. The deadline is
 * carried out first and the action tried again, so that its outcome depends on the time and not on a late sweep
 * (decision 73).
 */
export class Overdue extends Error {
  readonly row: DueRow;

  constructor(row: DueRow) {
    super(`${row.noun} ${row.id} is overdue`);
    this.row = row;
  }
}

/** SQL for an order `o`: its overdue row with the earliest deadline. */
export const firstOverdue = sql`(select jsonb_build_object('noun', d.noun, 'id', d.id) from (
    select 'order' as noun, o.id, o.due_at as at
    union all select 'cancellation', o.id, c.due_at from cancellation_requests c
      where c.order_id = o.id and c.state = 'open'
    union all select 'analysis', o.id, a.until from analyses a where a.order_id = o.id and a.ended_at is null
    union all select 'return', t.id, t.due_at from returns t where t.order_id = o.id and t.due_at is not null
    union all select 'block', o.id, k.ends_at from staff_blocks k where k.order_id = o.id and k.ended_at is null
    union all select 'regret', o.id, r.fund_at from refunds r where r.order_id = o.id and r.state = 'requested'
      and o.state in ('delivered', 'completed')
    union all select 'complaint', c.id, c.due_at from complaints c where c.order_id = o.id and c.state <> 'closed'
    union all select 'proposal', p.id, p.due_at from complaint_proposals p join complaints c on c.id = p.complaint_id
      where c.order_id = o.id and c.state <> 'closed' and p.state = 'open'
    union all select 'request', r.id, r.due_at from complaint_requests r join complaints c on c.id = r.complaint_id
      where c.order_id = o.id and c.state <> 'closed') d
  where d.at <= deadline_now() order by d.at limit 1)`;

/** Requires the lock on the order's row. @throws `Overdue` when one of its deadlines is still to be carried out */
export async function throwIfOverdue(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ overdue: DueRow | null }>`
    select ${firstOverdue} as overdue from orders o where o.id = ${orderId}`.execute(tx);
  const overdue = rows[0]?.overdue;
  if (overdue) throw new Overdue(overdue);
}
