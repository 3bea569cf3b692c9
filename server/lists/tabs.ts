import type { Queryable } from '#server/context.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** The highest count of a tab: finished rows grow for ever, and their exact number is of no use. */
export const tabCountLimit = 1_000;

/** Counts the rows in the states of each tab of a queue, up to {@link tabCountLimit}. */
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

/**
 * Conditions on the states of a queue's tab (`t.state`), each a range of the table's index of states. They are
 * literals, so that one plan serves every page (`Table.hasFixedPlan`) and the planner can use partial indexes.
 */
export function stateRanges(states: readonly string[]): RawBuilder<unknown>[] {
  return states.map((state) => sql`t.state = ${sql.lit(state)}`);
}
