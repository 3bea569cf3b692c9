import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingEvent, ListingState } from '#domain/listings/listings.ts';
import { allowedEvents } from '#domain/machine.ts';
import type { Tx } from '#server/context.ts';
import { refuseSeller, refuseStaff } from './refusals.ts';

/** Who moves a listing; of the team, the person. */
export type Mover = { actor: 'seller' | 'system' } | { actor: 'staff'; viewer: Viewer };

export type ListingMove = Mover & {
  id: number;
  event: ListingEvent;
  /** Columns that change together with the state: `` sql`stock = 0` ``. */
  also?: RawBuilder<unknown>;
};

/**
 * Where a listing lands that would go on sale, as SQL beside its columns: on sale, or paused while its seller is
 * suspended, banned or leaving (§4.14). PostgreSQL refuses the rest.
 */
export const onSale = sql`case when may_sell(seller_id) then 'published' else ${listingMachine.hold_back.to} end`;

/** The same for an event's end, whatever it is. */
export const landing = (to: ListingState): RawBuilder<unknown> => (to === 'published' ? onSale : sql`${to}`);

/**
 * The one way a listing changes its state (§4.4): a row of `listingMachine`, written only if the listing is
 * still where the row begins.
 * @returns where it landed: `paused` instead of on sale while its seller may not sell
 * @throws `wrong_state` with the present state and what is still possible, also to sellers who may not sell
 */
export async function moveListing(tx: Tx, move: ListingMove): Promise<ListingState> {
  const { id, event, actor, also } = move;
  const { from, to, by } = listingMachine[event];
  if (!by.includes(actor)) return refuse(tx, move);
  const { rows } = await sql<{ state: ListingState }>`
    update listings set state = ${landing(to)}, updated_at = market_now() ${also ? sql`, ${also}` : sql``}
    where id = ${id} and state = any(${from}::text[])
      ${actor === 'seller' && to === 'published' ? sql`and may_sell(seller_id)` : sql``} returning state`.execute(
    tx,
  );
  return rows[0]?.state ?? refuse(tx, move);
}

async function refuse(tx: Tx, { id, event, ...by }: ListingMove): Promise<never> {
  if (by.actor === 'seller') return refuseSeller(tx, id, {}, event);
  if (by.actor === 'staff') return refuseStaff(tx, by.viewer, id);
  const { rows } = await sql<{ state: ListingState }>`select state from listings where id = ${id}`.execute(
    tx,
  );
  const { state } = rows[0] ?? fail('not_found');
  fail('wrong_state', { meta: { state, allowed: allowedEvents(listingMachine, state, 'system') } });
}
