import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ListingState } from '#domain/listings/listings.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { moveListing } from '#server/listings/states.ts';
import type { Mover } from '#server/listings/states.ts';

/** SQL assignments that publish a listing with its state: slug, term and the reviewed price. */
export async function publishedColumns(
  ctx: Ctx,
  tx: Tx,
  listing: { id: number; title: string },
): Promise<RawBuilder<unknown>> {
  return sql`slug = ${listingSlug(listing.title, listing.id)}, published_at = market_now(),
    ${await newTermColumns(ctx, tx)}, reviewed_price_cents = price_cents, review_note = null, review_reasons = '{}'`;
}

/** SQL assignments of a full term from now on (L08). */
export async function newTermColumns(ctx: Ctx, tx: Tx): Promise<RawBuilder<unknown>> {
  const { rules } = await currentRules(ctx.db, tx);
  return sql`expires_at = market_now() + ${rules.listingExpiryMs}::bigint * interval '1 millisecond',
    expiry_warned_at = null`;
}

/** L09: puts a suspended listing back on sale for a full term; without stock, in the state `sold_out`. */
export async function republish(
  ctx: Ctx,
  tx: Tx,
  { stock, ...given }: Mover & { id: number; stock: number },
): Promise<ListingState> {
  const event = stock > 0 ? 'republish' : 'return_sold_out';
  return moveListing(tx, {
    ...given,
    event,
    also: sql`review_note = null, ${await newTermColumns(ctx, tx)}`,
  });
}
