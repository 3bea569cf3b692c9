import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';

/** What of an order has a deadline of its own that a sweep carries out. */
export type DueNoun = 'order' | 'cancellation' | 'complaint' | 'proposal' | 'request' | 'analysis' | 'review';

export interface DueRow {
  noun: DueNoun;
  /** The row's own id; the order's for `order`, `cancellation` and `analysis`. */
  id: number;
}

/**
 * Thrown under the order's lock when somebody acts and a deadline has passed that no sweep has carried out yet: it is
 * carried out first and the act tried again, so that it meets what time decided, not what a late sweep left
 * (decision 73).
 */
export class Overdue extends Error {
  readonly row: DueRow;

  constructor(row: DueRow) {
    super(`${row.noun} ${row.id} is overdue`);
    this.row = row;
  }
}

/** For an order `o`: the row of it whose deadline passed first and is not carried out yet. */
export const firstOverdue = sql`(select jsonb_build_object('noun', d.noun, 'id', d.id) from (
    select 'order' as noun, o.id, o.due_at as at
    union all select 'cancellation', o.id, c.due_at from cancellation_requests c
      where c.order_id = o.id and c.state = 'open'
    union all select 'analysis', o.id, a.until from analyses a where a.order_id = o.id and a.ended_at is null
    union all select 'complaint', c.id, c.due_at from complaints c where c.order_id = o.id and c.state <> 'closed'
    union all select 'proposal', p.id, p.due_at from complaint_proposals p join complaints c on c.id = p.complaint_id
      where c.order_id = o.id and c.state <> 'closed' and p.state = 'open'
    union all select 'request', r.id, r.due_at from complaint_requests r join complaints c on c.id = r.complaint_id
      where c.order_id = o.id and c.state <> 'closed') d
  where d.at <= market_now() order by d.at limit 1)`;

/** For a caller who holds the order's row. @throws `Overdue` when a deadline of it is still to be carried out */
export async function meetDeadlines(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ overdue: DueRow | null }>`
    select ${firstOverdue} as overdue from orders o where o.id = ${orderId}`.execute(tx);
  const overdue = rows[0]?.overdue;
  if (overdue) throw new Overdue(overdue);
}
