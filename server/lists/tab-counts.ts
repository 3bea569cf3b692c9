import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** How many rows of a queue's table stand in the states of each of its tabs. */
export async function countTabs<T extends string>(
  db: Queryable,
  table: 'receipts' | 'refunds' | 'withdrawals',
  tabs: Readonly<Record<T, readonly string[]>>,
): Promise<Record<T, number>> {
  const counts = Object.entries<readonly string[]>(tabs).map(
    ([tab, states]) => sql`count(*) filter (where state = any (${states}::text[]))::int as ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<T, number>>`
    select ${sql.join(counts)} from ${sql.table(table)}`.execute(db);
  return rows[0]!;
}
