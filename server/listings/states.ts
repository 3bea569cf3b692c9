import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings.ts';
import type { ListingActor, ListingEvent, ListingState } from '#domain/listings.ts';
import { allowed } from '#domain/machine.ts';
import type { Queryable, Tx } from '#server/context.ts';

export interface ListingMove {
  id: number;
  event: ListingEvent;
  actor: ListingActor;
  /** Columns that change together with the state: `` sql`stock = 0` ``. */
  also?: RawBuilder<unknown>;
}

/**
 * The one way a listing changes its state (product §4.4): a row of `listingMachine`, written only if the listing is
 * still where the row begins.
 * @throws `wrong_state` with the present state and what is still possible
 */
export async function moveListing(tx: Tx, { id, event, actor, also }: ListingMove): Promise<ListingState> {
  const { from, to, by } = listingMachine[event];
  if (!by.includes(actor)) return refuse(tx, id, actor);
  const { numAffectedRows } = await sql`
    update listings set state = ${to}, updated_at = market_now() ${also ? sql`, ${also}` : sql``}
    where id = ${id} and state = any(${from}::text[])`.execute(tx);
  return numAffectedRows === 1n ? to : refuse(tx, id, actor);
}

async function refuse(db: Queryable, id: number, actor: ListingActor): Promise<never> {
  const { rows } = await sql<{ state: ListingState }>`select state from listings where id = ${id}`.execute(
    db,
  );
  const { state } = rows[0] ?? fail('not_found');
  fail('wrong_state', { meta: { state, allowed: allowed(listingMachine, state, actor) } });
}
