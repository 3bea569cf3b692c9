import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { sellerMoves, staffMoves } from '#domain/listings/moves.ts';
import type { SellerFacts, StaffFacts } from '#domain/listings/moves.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import type { ListingEvent, ListingState } from '#domain/listings/listings.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Tx } from '#server/context.ts';
import { allowanceOf } from '#server/accounts/limits.ts';
import { claimedByColleague } from '#server/staff/queue-claims/commands.ts';
import { currentRules } from '#server/settings/queries.ts';
import { faultsOf } from './publishing/faults.ts';
import type { Content } from './publishing/faults.ts';
import { findLeaf } from './publishing/leaf-category.ts';
import { fitsLevel, isProven } from './publishing/limits.ts';
import { renewable } from './queries.ts';

type More = { detail?: string } & Record<string, unknown>;

/**
 * 409: what its seller may do with the listing instead, now.
 * @param asked what was asked for, which may be possible but for the seller's standing
 */
export async function refuseSeller(
  tx: Tx,
  id: number,
  { detail, ...meta }: More = {},
  asked?: ListingEvent,
): Promise<never> {
  const facts = await sellerFacts(tx, id);
  const kept = asked !== undefined && !facts.maySell && listingMachine[asked].from.includes(facts.state);
  const words = detail ?? (kept ? notSelling : undefined);
  fail('wrong_state', {
    ...(words !== undefined && { detail: words }),
    meta: { state: facts.state, allowed: sellerMoves(facts), ...meta },
  });
}

const notSelling =
  'Sua conta está sendo encerrada ou foi suspensa, e nada dela fica à venda. Desista do encerramento ou fale com o atendimento.';

interface Row extends Content, Omit<SellerFacts, 'isComplete' | 'fitsLevel'> {
  id: number;
  sellerId: number;
  category_id: number | null;
}

async function sellerFacts(tx: Tx, id: number): Promise<SellerFacts> {
  const { rows } = await sql<Row>`
    select id, seller_id as "sellerId", state, category_id, title, description, price_cents, stock, delivery_type,
      promised_hours, attributes, image_ids, ownership_declared, may_sell(seller_id) as "maySell",
      ${renewable} as "isRenewable", exists (select from orders o where o.listing_id = l.id
        and o.state <> all(${finalOrderStates}::text[])) as "hasOpenOrders"
    from listings l where id = ${id}`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  const category = listing.category_id === null ? undefined : await findLeaf(tx, listing.category_id);
  const { listings: bounds } = (await currentRules(tx)).rules;
  const isFaultless =
    category?.leaf !== false && Object.keys(faultsOf(listing, category ?? null, bounds)).length === 0;
  return {
    ...listing,
    isComplete: isFaultless && (await isProven(tx, listing.sellerId)),
    fitsLevel: await fitsLevel(tx, await allowanceOf({ db: tx }, tx, listing.sellerId), listing),
  };
}

/** 409: what this person of the team may do with the listing instead, now. */
export async function refuseStaff(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { detail, ...meta }: More = {},
): Promise<never> {
  const possible = await possibleFor(tx, viewer, id);
  fail('wrong_state', { ...(detail !== undefined && { detail }), meta: { ...possible, ...meta } });
}

/** For a refusal: what this person of the team may do with the listing. */
export async function possibleFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ state: ListingState; allowed: ListingEvent[] }> {
  const { rows } = await sql<StaffFacts>`
    select l.state, l.stock, l.seller_id as "sellerId", ${boughtBy(viewer.id)} as bought, ${risky} as risky,
      ${claimedByColleague(viewer, 'reviews', sql`l.id`)} as "isHeldByColleague"
    from listings l where l.id = ${id}`.execute(tx);
  const facts = rows[0] ?? fail('not_found');
  return { state: facts.state, allowed: staffMoves(viewer, facts) };
}

/** Whether a person paid for a unit of a listing `l` before (L05), as SQL. */
export const boughtBy = (viewerId: number) =>
  sql<boolean>`exists (select from orders o where o.listing_id = l.id and o.buyer_id = ${viewerId} and o.paid_at is not null)`;

/** Whether a listing `l` is in a category of risk or waits to be moved into one: both are an administrator's (L05). */
export const risky = sql<boolean>`exists (select from categories c where c.risk_class = 'risky' and (c.id = l.category_id
  or c.id in (select r.category_id from listing_revisions r where r.listing_id = l.id and r.state = 'pending')))`;
