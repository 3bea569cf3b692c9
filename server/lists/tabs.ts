import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Conditions on the states of a queue's tab (`t.state`), each a range of the table's index of states. They are
 * literals, so that one plan serves every page (`Table.plannedOnce`) and the planner can use partial indexes.
 */
export function inStates(states: readonly string[]): RawBuilder<unknown>[] {
  return states.map((state) => sql`t.state = ${sql.lit(state)}`);
}
