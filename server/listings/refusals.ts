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
import { deliveryColumns } from './publishing/delivery-columns.ts';
import { faultsOf } from './publishing/faults.ts';
import type { Content } from './publishing/faults.ts';
import { findLeaf } from './publishing/leaf-category.ts';
import { fitsLevel, isProven } from './publishing/limits.ts';
import { renewable } from './queries.ts';

type RefusalDetails = { detail?: string } & Record<string, unknown>;

/**
 * Throws 409 `wrong_state` with the moves that the seller may make now.
 * @param asked the refused event; if only the seller's account prevents it, the text says so
 */
export async function refuseSeller(
  tx: Tx,
  id: number,
  { detail, ...meta }: RefusalDetails = {},
  asked?: ListingEvent,
): Promise<never> {
  const facts = await sellerFacts(tx, id);
  const sellerStopped =
    asked !== undefined && !facts.maySell && listingMachine[asked].from.includes(facts.state);
  const text = detail ?? (sellerStopped ? sellerStoppedText : undefined);
  fail('wrong_state', {
    ...(text !== undefined && { detail: text }),
    meta: { state: facts.state, allowed: sellerMoves(facts), ...meta },
  });
}

const sellerStoppedText =
  'Sua conta está sendo encerrada ou foi suspensa, e nada dela fica à venda. Desista do encerramento ou fale com o atendimento.';

interface Row extends Content, Omit<SellerFacts, 'isComplete' | 'fitsLevel'> {
  id: number;
  sellerId: number;
  category_id: number | null;
}

async function sellerFacts(tx: Tx, id: number): Promise<SellerFacts> {
  const { rows } = await sql<Row>`
    select id, seller_id as "sellerId", state, category_id, title, description, price_cents, stock, ${deliveryColumns},
      attributes, image_ids, ownership_declared, may_sell(seller_id) as "maySell",
      ${renewable} as "isRenewable", exists (select from orders o where o.listing_id = l.id
        and o.state <> all(${finalOrderStates}::text[])) as "hasOpenOrders"
    from listings l where id = ${id}`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  const category = listing.category_id === null ? undefined : await findLeaf(tx, listing.category_id);
  const { rules } = await currentRules(tx);
  const isFaultless =
    category?.leaf !== false && Object.keys(faultsOf(listing, category ?? null, rules)).length === 0;
  return {
    ...listing,
    isComplete: isFaultless && (await isProven(tx, listing.sellerId)),
    fitsLevel: await fitsLevel(tx, await allowanceOf({ db: tx }, tx, listing.sellerId), listing),
  };
}

/** Throws 409 `wrong_state` with the moves that the viewer, who is staff, may make now. */
export async function refuseStaff(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { detail, ...meta }: RefusalDetails = {},
): Promise<never> {
  const possible = await allowedForStaff(tx, viewer, id);
  fail('wrong_state', { ...(detail !== undefined && { detail }), meta: { ...possible, ...meta } });
}

/** The state of a listing and the moves that the viewer, who is staff, may make. */
export async function allowedForStaff(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<{ state: ListingState; allowed: ListingEvent[] }> {
  const { rows } = await sql<StaffFacts>`
    select l.state, l.stock, l.seller_id as "sellerId", ${hasBoughtListing(viewer.id)} as bought, ${isInRiskyCategory} as risky,
      ${claimedByColleague(viewer, 'reviews', sql`l.id`)} as "isClaimedByColleague"
    from listings l where l.id = ${id}`.execute(tx);
  const facts = rows[0] ?? fail('not_found');
  return { state: facts.state, allowed: staffMoves(viewer, facts) };
}

/** SQL condition: the person paid for a unit of listing `l` before (L05). */
export const hasBoughtListing = (viewerId: number) =>
  sql<boolean>`exists (select from orders o where o.listing_id = l.id and o.buyer_id = ${viewerId} and o.paid_at is not null)`;

/** SQL condition: listing `l` is in a risky category, or a pending revision moves it into one; an administrator decides (L05). */
export const isInRiskyCategory = sql<boolean>`exists (select from categories c where c.risk_class = 'risky' and (c.id = l.category_id
  or c.id in (select r.category_id from listing_revisions r where r.listing_id = l.id and r.state = 'pending')))`;
