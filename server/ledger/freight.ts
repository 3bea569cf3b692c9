import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** For queries about an order: `spent`, what its sale paid for its label, and `owed`, what was booked for the carrier (S06). */
export const bookedFreight = (orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(t.amount) filter (where d.kind = 'escrow'), 0) as spent,
    coalesce(sum(t.amount) filter (where c.kind = 'freight_payable'), 0) as owed
  from money.journals j join money.transfers t on t.journal_id = j.id join money.accounts d on d.id = t.debit_id
    join money.accounts c on c.id = t.credit_id
  where j.key = 'freight:order:' || ${orderId}`;

/** What is owed to carriers, in cents. */
export async function freightOwedCents(db: Queryable): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(credits - debits), 0)::bigint as cents from money.accounts
    where kind = 'freight_payable'`.execute(db);
  return rows[0]!.cents;
}
