import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListingState } from '#domain/listings/listings.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { moveListing } from '#server/listings/states.ts';
import type { Mover } from '#server/listings/states.ts';

/** What changes with the state when a listing goes on sale: address, term, and the price that was looked at. */
export async function publication(
  ctx: Ctx,
  tx: Tx,
  listing: { id: number; title: string },
): Promise<RawBuilder<unknown>> {
  return sql`slug = ${listingSlug(listing.title, listing.id)}, published_at = market_now(),
    ${await newTerm(ctx, tx)}, reviewed_price_cents = price_cents, review_note = null, review_reasons = '{}'`;
}

/** A whole term on sale from now on (L08), as assignments. */
export async function newTerm(ctx: Ctx, tx: Tx): Promise<RawBuilder<unknown>> {
  const { rules } = await currentRules(ctx.db, tx);
  return sql`expires_at = market_now() + ${rules.listingExpiryMs}::bigint * interval '1 millisecond',
    expiry_warned_at = null`;
}

/** L09: a suspended listing back where people find it, for a whole term; with nothing left, where its seller restocks. */
export async function putBack(
  ctx: Ctx,
  tx: Tx,
  { stock, ...given }: Mover & { id: number; stock: number },
): Promise<ListingState> {
  const event = stock > 0 ? 'republish' : 'return_sold_out';
  return moveListing(tx, { ...given, event, also: sql`review_note = null, ${await newTerm(ctx, tx)}` });
}
