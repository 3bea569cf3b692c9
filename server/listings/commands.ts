import { sql } from 'kysely';
import type { OwnListing } from '#contract/own-listings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings.ts';
import type { ListingState } from '#domain/listings.ts';
import { finalOrderStates } from '#domain/orders.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/transaction.ts';
import { lockOwn, writeDraft } from './drafts.ts';
import type { Changes, LockedListing } from './drafts.ts';
import { holdSeller, refuseBeyondLevel } from './limits.ts';
import { ownListing } from './queries.ts';
import { moveListing } from './states.ts';
import { changeStock } from './stock.ts';
import { writeVersion } from './versions.ts';

/** What may be submitted may be edited. */
const drafts = listingMachine.submit.from;
const live: readonly ListingState[] = ['published', 'paused', 'sold_out', 'expired'];

/** Autosave. A draft takes any field; a live listing only a lower price and another stock, at once (L11). */
export async function saveListing(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
  changes: Changes,
): Promise<OwnListing> {
  return inTransaction(ctx.db, async (tx) => {
    const seller = changes.stock === undefined ? null : await holdSeller(ctx, tx, viewer.id);
    const listing = await lockOwn(tx, viewer, id);
    if (seller && listing.state === 'sold_out' && changes.stock! > 0)
      await refuseBeyondLevel(tx, seller, listing);
    if (drafts.includes(listing.state)) await writeDraft(tx, viewer, listing, changes);
    else if (live.includes(listing.state)) await changeLive(tx, listing, changes);
    else
      fail('wrong_state', {
        detail: 'Este anúncio está em revisão. Espere a decisão para editar.',
        meta: { state: listing.state },
      });
    return ownListing(tx, viewer, id);
  });
}

async function changeLive(tx: Tx, listing: LockedListing, changes: Changes): Promise<void> {
  const { priceCents, stock, ...rest } = changes;
  const frozen = Object.entries(rest).filter(
    ([field, value]) => value !== undefined && !isSame(listing, field, value),
  );
  if (frozen.length > 0)
    fail('wrong_state', {
      detail: 'Com o anúncio no ar, só dá para baixar o preço e mudar o estoque.',
      meta: { state: listing.state, fields: frozen.map(([field]) => field) },
    });
  if (priceCents !== undefined && priceCents !== listing.price_cents)
    await lowerPrice(tx, listing, priceCents);
  if (stock !== undefined && stock !== listing.stock) await setStock(tx, listing, stock);
}

/** An editor that sends a whole form back unchanged asks for nothing. */
function isSame(listing: LockedListing, field: string, value: unknown): boolean {
  const present: Record<string, unknown> = {
    categoryId: listing.category_id,
    title: listing.title,
    description: listing.description,
    deliveryType: listing.delivery_type,
    promisedHours: listing.promised_hours,
    plan: listing.plan,
    attributes: listing.attributes,
    imageIds: listing.image_ids,
    ownershipDeclared: listing.ownership_declared,
  };
  return JSON.stringify(present[field]) === JSON.stringify(value);
}

async function lowerPrice(tx: Tx, listing: LockedListing, priceCents: number | null): Promise<void> {
  if (priceCents === null || priceCents > listing.price_cents!)
    fail('wrong_state', {
      detail: 'Com o anúncio no ar, o preço só pode baixar.',
      meta: { state: listing.state, fields: ['priceCents'] },
    });
  await sql`update listings set price_cents = ${priceCents}, updated_at = market_now() where id = ${listing.id}`.execute(
    tx,
  );
  await writeVersion(tx, listing.id);
}

async function setStock(tx: Tx, listing: LockedListing, stock: number): Promise<void> {
  if (listing.delivery_type === 'automatic')
    fail('invalid_request', {
      errors: { stock: 'O estoque deste anúncio são os códigos. Adicione ou retire códigos.' },
    });
  await changeStock(tx, listing.id, stock - listing.stock);
}

/** Pauses a listing or puts it back on sale (L06). Asking for what already is changes nothing. */
export async function setPause(ctx: Ctx, viewer: Viewer, id: number, paused: boolean): Promise<OwnListing> {
  return inTransaction(ctx.db, async (tx) => {
    const listing = await lockOwn(tx, viewer, id);
    if (listing.state === (paused ? 'paused' : 'published')) return ownListing(tx, viewer, id);
    if (!paused && listing.state === 'paused' && listing.stock === 0)
      fail('wrong_state', {
        detail: 'Reponha o estoque antes de voltar a vender.',
        meta: { state: listing.state },
      });
    await moveListing(tx, { id, event: paused ? 'pause' : 'resume', actor: 'seller' });
    return ownListing(tx, viewer, id);
  });
}

/** Takes a listing away (L10). Its orders and versions stay as evidence; its open questions are closed. */
export async function removeListing(ctx: Ctx, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockOwn(tx, viewer, id);
    const { rows } = await sql`select from orders
      where listing_id = ${id} and state <> all(${finalOrderStates}::text[]) limit 1`.execute(tx);
    if (rows.length > 0)
      fail('wrong_state', {
        detail: 'Este anúncio tem pedidos em andamento. Pause-o e remova quando eles terminarem.',
      });
    await moveListing(tx, { id, event: 'remove', actor: 'seller' });
    await sql`update questions set state = 'closed' where listing_id = ${id} and state = 'pending'`.execute(
      tx,
    );
  });
}
