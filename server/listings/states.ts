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
 * Where a listing lands that would go on sale, as SQL beside its columns: on sale, or paused while its seller is
 * suspended, banned or leaving (§4.14). PostgreSQL refuses the rest.
 */
export const onSale = sql`case when may_sell(seller_id) then 'published' else ${listingMachine.hold_back.to} end`;

/** The same for an event's end, whatever it is. */
export const landing = (to: ListingState): RawBuilder<unknown> => (to === 'published' ? onSale : sql`${to}`);

/**
 * The one way a listing changes its state (product §4.4): a row of `listingMachine`, written only if the listing is
 * still where the row begins.
 * @returns where it landed: `paused` instead of on sale while its seller may not sell
 * @throws `wrong_state` with the present state and what is still possible, also to sellers who may not sell
 */
export async function moveListing(tx: Tx, { id, event, actor, also }: ListingMove): Promise<ListingState> {
  const { from, to, by } = listingMachine[event];
  if (!by.includes(actor)) return refuse(tx, id, actor);
  const { rows } = await sql<{ state: ListingState }>`
    update listings set state = ${landing(to)}, updated_at = market_now() ${also ? sql`, ${also}` : sql``}
    where id = ${id} and state = any(${from}::text[]) returning state`.execute(tx);
  const state = rows[0]?.state ?? (await refuse(tx, id, actor));
  if (actor === 'seller' && state !== to)
    fail('wrong_state', { detail: notSelling, meta: { state, allowed: unsold(state) } });
  return state;
}

/** What stays open to a seller who may not sell. */
const unsold = (state: ListingState) =>
  allowed(listingMachine, state, 'seller').filter((event) => listingMachine[event].to !== 'published');

const notSelling =
  'Sua conta está sendo encerrada ou foi suspensa, e nada dela fica à venda. Desista do encerramento ou fale com o atendimento.';

/** What a refusal tells a seller of the listing: where it is, and what they may do with it instead. */
export function possible(
  { state }: { state: ListingState },
  ...but: ListingEvent[]
): { state: ListingState; allowed: ListingEvent[] } {
  return { state, allowed: allowed(listingMachine, state, 'seller', ...but) };
}

async function refuse(db: Queryable, id: number, actor: ListingActor): Promise<never> {
  const { rows } = await sql<{ state: ListingState }>`select state from listings where id = ${id}`.execute(
    db,
  );
  const { state } = rows[0] ?? fail('not_found');
  fail('wrong_state', { meta: { state, allowed: allowed(listingMachine, state, actor) } });
}
