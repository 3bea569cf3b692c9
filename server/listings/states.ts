import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingEvent, ListingState } from '#domain/listings/listings.ts';
import { allowedEvents } from '#domain/machine.ts';
import type { Tx } from '#server/context.ts';
import { refuseSeller, refuseStaff } from './refusals.ts';

/** Who changes the state of a listing; for staff, the person. */
export type Mover = { actor: 'seller' | 'system' } | { actor: 'staff'; viewer: Viewer };

export type ListingMove = Mover & {
  id: number;
  event: ListingEvent;
  /** Columns that change together with the state: `` sql`stock = 0` ``. */
  also?: RawBuilder<unknown>;
};

/**
 * SQL: the state of a listing that would go on sale: `published`, or paused while its seller is suspended, banned or
 * leaving (§4.14). PostgreSQL refuses anything else.
 */
export const saleState = sql`case when may_sell(seller_id) then 'published' else ${listingMachine.hold_back.to} end`;

/** SQL: the resulting state of an event, with {@link saleState} for `published`. */
export const resultingState = (to: ListingState): RawBuilder<unknown> =>
  to === 'published' ? saleState : sql`${to}`;

/**
 * The only way to change a listing's state (§4.4): applies a transition of `listingMachine` if the listing is still in
 * one of its start states.
 * @returns the new state: `paused` instead of `published` while its seller may not sell
 * @throws `wrong_state` with the current state and the allowed events, also to sellers who may not sell
 */
export async function moveListing(tx: Tx, move: ListingMove): Promise<ListingState> {
  const { id, event, actor, also } = move;
  const { from, to, by } = listingMachine[event];
  if (!by.includes(actor)) return refuse(tx, move);
  const { rows } = await sql<{ state: ListingState }>`
    update listings set state = ${resultingState(to)}, updated_at = market_now() ${also ? sql`, ${also}` : sql``}
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
