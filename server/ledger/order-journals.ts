import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** One movement of an order's money between two accounts. */
export interface OrderLeg {
  kind: string;
  debit: string;
  credit: string;
  amountCents: number;
  at: Date;
}

/** For queries with `money.journals j`: the journals of an order and of its refunds, found by their keys. */
const orderJournalKeys = (
  orderId: number,
) => sql`(j.key = any(array['capture:order:' || ${orderId}, 'conclude:order:' || ${orderId},
        'release:order:' || ${orderId},
        'compensation:order:' || ${orderId}, 'freight:order:' || ${orderId},
        'freight:order:' || ${orderId} || ':returned'])
      or j.key in (select 'refund:' || r.id || s.suffix from refunds r, unnest(array['', ':received', ':used', ':paid',
        ':platform', ':return_freight']) s (suffix) where r.order_id = ${orderId})
      or j.key in (select 'block:' || b.id || s.suffix from sale_blocks b, unnest(array['', ':lifted']) s (suffix)
        where b.order_id = ${orderId})
      or j.key in (select 'chargeback:' || c.id || case c.direction when 'returned' then ':returned' else '' end
        from chargebacks c where c.order_id = ${orderId}))`;

/** Every movement of an order's money and of its refunds, in chronological order. */
export async function orderLegs(db: Queryable, orderId: number): Promise<OrderLeg[]> {
  const { rows } = await sql<OrderLeg>`
    select j.kind, d.kind as debit, c.kind as credit, t.amount as "amountCents", j.at
    from money.journals j join money.transfers t on t.journal_id = j.id
      join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
    where ${orderJournalKeys(orderId)}
    order by j.id, t.leg`.execute(db);
  return rows;
}

/** A fact that moved an order's money. */
export interface OrderJournal {
  kind: string;
  at: Date;
  legs: { debit: string; credit: string; amountCents: number }[];
  /** The closing that binds it, its root and the journal's hash in it (N10); null until that day is closed. */
  chain: { day: string; root: string; hash: string } | null;
}

/** The journals of an order and of its refunds with their place in the published chain, in chronological order. */
export async function orderJournals(db: Queryable, orderId: number): Promise<OrderJournal[]> {
  const { rows } = await sql<OrderJournal>`
    select j.kind, j.at,
      (select jsonb_agg(jsonb_build_object('debit', d.kind, 'credit', c.kind, 'amountCents', t.amount) order by t.leg)
        from money.transfers t join money.accounts d on d.id = t.debit_id join money.accounts c on c.id = t.credit_id
        where t.journal_id = j.id) as legs,
      (select jsonb_build_object('day', z.day::text, 'root', encode(z.root, 'hex'),
          'hash', encode(money.journal_hash(j.id, z.salt), 'hex'))
        from money.closings z where z.root is not null and j.id between z.first_id and z.last_id) as chain
    from money.journals j where ${orderJournalKeys(orderId)} order by j.id`.execute(db);
  return rows;
}
