import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** A tab counts up to here: what is over grows for ever, and nobody works through it by number. */
export const tabCountLimit = 1_000;

/** How many rows of a queue's table stand in the states of each of its tabs, up to {@link tabCountLimit}. */
export async function countTabs<T extends string>(
  db: Queryable,
  table: 'receipts' | 'refunds' | 'withdrawals' | 'complaints' | 'reports',
  tabs: Readonly<Record<T, readonly string[]>>,
): Promise<Record<T, number>> {
  const counts = Object.entries<readonly string[]>(tabs).map(
    ([tab, states]) => sql`(select count(*)::int from (select from ${sql.table(table)}
      where state in (${sql.join(states.map((state) => sql.lit(state)))})
      limit ${sql.lit(tabCountLimit)}) found) as ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<T, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}
