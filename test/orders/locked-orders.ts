import { sql } from 'kysely';
import type { Db, Tx } from '#server/context.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { orderColumns } from '#server/orders/moves.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Does something to an order as a command would: in a transaction that holds its row. */
export function withLockedOrder<T>(
  db: Db,
  { id }: { id: number },
  work: (tx: Tx, order: LockedOrder) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<LockedOrder>`
      select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
      where o.id = ${id} for no key update of o`.execute(tx);
    return work(tx, rows[0]!);
  });
}
