import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The states of a queue's tab (`t.state`), each a range of the table's index of states. Written out, so that their plan
 * is made once (`Table.plannedOnce`) and every partial index is seen to serve.
 */
export function inStates(states: readonly string[]): RawBuilder<unknown>[] {
  return states.map((state) => sql`t.state = ${sql.lit(state)}`);
}
