import { sql } from 'kysely';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { listingMachine, liveStates } from '#domain/listings/listings.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Ctx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { writeDraft } from './publishing/drafts.ts';
import { lockOwnListing } from './publishing/locked-listing.ts';
import type { Changes } from './publishing/changes.ts';
import { lockSeller, refuseBeyondLevel } from './publishing/limits.ts';
import { changeLiveListing } from './publishing/live.ts';
import { applyRemoval } from './removal.ts';
import { ownListing } from './queries.ts';
import { refuseSeller } from './refusals.ts';
import { moveListing } from './states.ts';

/** A listing that can be submitted can be edited. */
const drafts = listingMachine.submit.from;

/** Autosave. A draft accepts any field; a listing on sale only changes that need no review (L11). */
export async function saveListing(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
  changes: Changes,
): Promise<OwnListing> {
  return inTransaction(ctx.db, async (tx) => {
    const seller = await lockSeller(ctx, tx, viewer.id);
    const listing = await lockOwnListing(tx, viewer, id);
    if (listing.state === 'sold_out' && (changes.stock ?? 0) > 0)
      await refuseBeyondLevel(tx, seller, listing);
    if (drafts.includes(listing.state)) await writeDraft(ctx, tx, viewer, listing, changes);
    else if (liveStates.includes(listing.state))
      await changeLiveListing(ctx, tx, { viewer, seller, listing, changes });
    else
      await refuseSeller(tx, id, { detail: 'Este anúncio está em revisão. Espere a decisão para editar.' });
    return ownListing(tx, viewer, id);
  });
}

/** Pauses a listing or puts it back on sale (L06). A request for the current state changes nothing. */
export async function setPause(ctx: Ctx, viewer: Viewer, id: number, paused: boolean): Promise<OwnListing> {
  return inTransaction(ctx.db, async (tx) => {
    const listing = await lockOwnListing(tx, viewer, id);
    if (listing.state === (paused ? 'paused' : 'published')) return ownListing(tx, viewer, id);
    if (!paused && listing.state === 'paused' && listing.stock === 0)
      await refuseSeller(tx, id, { detail: 'Reponha o estoque antes de voltar a vender.' });
    // The note that staff wrote when they paused it no longer applies.
    const also = sql`review_note = null`;
    await moveListing(tx, { id, event: paused ? 'pause' : 'resume', actor: 'seller', also });
    return ownListing(tx, viewer, id);
  });
}

/** A seller removes a listing (L10). Its orders and versions stay as evidence. */
export async function removeListing(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockOwnListing(tx, viewer, id);
    const { rows } = await sql`select from orders
      where listing_id = ${id} and state <> all(${finalOrderStates}::text[]) limit 1`.execute(tx);
    if (rows.length > 0)
      await refuseSeller(tx, id, {
        detail: 'Este anúncio tem pedidos em andamento. Pause-o e remova quando eles terminarem.',
      });
    await applyRemoval(tx, { id, actor: 'seller' });
  });
}
