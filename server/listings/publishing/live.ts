import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { plans } from '#domain/listings/listings.ts';
import { fieldsToReview, freePriceCents } from '#domain/listings/revisions.ts';
import type { RevisableContent } from '#domain/listings/revisions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Changes } from './changes.ts';
import type { LockedListing } from './locked-listing.ts';
import { liveDeliveryAfter } from './delivery.ts';
import { deliveryAssignments } from './delivery-columns.ts';
import { refusePriceAboveLevel } from './limits.ts';
import type { Seller } from './limits.ts';
import { photoPairs, photosAfterChange } from '#server/listings/photos/photos.ts';
import type { Photos } from '#server/listings/photos/photos.ts';
import { refuseSeller } from '#server/listings/refusals.ts';
import { changeStock } from '#server/listings/stock.ts';
import { writeVersion } from './versions.ts';

/** The content on sale, in the form that revisions compare. */
export function currentOffer(listing: LockedListing): RevisableContent {
  return {
    categoryId: listing.category_id,
    title: listing.title,
    description: listing.description,
    images: photoPairs(listing),
    deliveryType: listing.delivery_type,
    promisedHours: listing.promised_hours,
    attributes: listing.attributes,
    priceCents: listing.price_cents,
  };
}

/** The requested content: only the fields that were sent. */
export function wantedOffer(changes: Changes, photos: Photos | null): Partial<RevisableContent> {
  const { categoryId, title, description, deliveryType, promisedHours, attributes, priceCents } = changes;
  return {
    categoryId,
    title: title?.trim(),
    description: description?.trim(),
    deliveryType,
    promisedHours: deliveryType !== undefined && deliveryType !== 'manual' ? 0 : promisedHours,
    attributes,
    priceCents,
    images: photos?.ids.map((id, place) => ({ id, alt: photos.alts[place]! })),
  };
}

interface LiveChange {
  viewer: Viewer;
  seller: Seller;
  listing: LockedListing;
  changes: Changes;
}

/**
 * Changes a listing on sale without review (L11): a lower or slightly higher price, stock, plan, order of photos, city,
 * package, origin, handling time, free freight and pickup beside shipping (S02).
 */
export async function changeLiveListing(ctx: Ctx, tx: Tx, given: LiveChange): Promise<void> {
  const { viewer, seller, listing, changes } = given;
  const photos = await photosAfterChange(tx, viewer, listing, changes);
  const { freeRiseBps } = (await currentRules(ctx.db, tx)).rules.listings;
  await refuseReviewedFields(tx, listing, wantedOffer(changes, photos), freeRiseBps);
  const { priceCents, plan, stock } = changes;
  const price = priceCents ?? listing.price_cents!;
  if (price > listing.price_cents!) refusePriceAboveLevel(seller, price);
  if (plan !== undefined) await refuseEarlyDowngrade(ctx, tx, listing, plan);
  const ids = photos?.ids ?? listing.image_ids;
  const delivery = await liveDeliveryAfter(ctx, tx, { viewer, listing, changes });
  const needsVersion =
    price !== listing.price_cents ||
    (plan ?? listing.plan) !== listing.plan ||
    delivery !== null ||
    ids.join() !== listing.image_ids.join();
  if (needsVersion) {
    await sql`update listings set updated_at = market_now(), price_cents = ${price},
        plan_changed_at = case when plan = ${plan ?? listing.plan} then plan_changed_at else market_now() end,
        plan = ${plan ?? listing.plan}
        ${delivery ? sql`, ${deliveryAssignments(delivery)}` : sql``}
        ${photos ? sql`, image_ids = ${ids}::bigint[], image_alts = ${photos.alts}::text[], cover_key = ${photos.cover}` : sql``}
      where id = ${listing.id}`.execute(tx);
    await writeVersion(tx, listing.id);
  }
  if (stock !== undefined && stock !== listing.stock) await setStock(tx, listing, stock);
}

/** Refuses to remove the price, and refuses changes that need a review. */
async function refuseReviewedFields(
  tx: Tx,
  listing: LockedListing,
  wanted: Partial<RevisableContent>,
  freeRiseBps: number,
): Promise<void> {
  if (wanted.priceCents === null)
    fail('invalid_request', { errors: { priceCents: 'Defina um preço a partir de R$\u00a01,00.' } });
  const freeCents = freePriceCents(listing.reviewed_price_cents ?? 0, freeRiseBps);
  const fields = fieldsToReview(currentOffer(listing), wanted, freeCents);
  if (fields.length > 0)
    await refuseSeller(tx, listing.id, {
      detail: 'Com o anúncio no ar, esta mudança passa pela revisão da equipe. Envie para revisão.',
      fields,
    });
}

/** §4.5: a plan can be raised at any time, and lowered after a minimum time. */
async function refuseEarlyDowngrade(
  ctx: Ctx,
  tx: Tx,
  listing: LockedListing,
  plan: LockedListing['plan'],
): Promise<void> {
  if (plans.indexOf(plan) >= plans.indexOf(listing.plan)) return;
  const { planHoldMs } = (await currentRules(ctx.db, tx)).rules.listings;
  const now = await marketNow(tx);
  const opensAt = new Date((listing.plan_since?.getTime() ?? 0) + planHoldMs);
  if (now < opensAt)
    await refuseSeller(tx, listing.id, {
      detail: `O plano pode baixar a partir de ${day.format(opensAt)}.`,
      fields: ['plan'],
      opensAt: opensAt.toISOString(),
    });
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });

async function setStock(tx: Tx, listing: LockedListing, stock: number): Promise<void> {
  if (listing.delivery_type === 'automatic')
    fail('invalid_request', {
      errors: { stock: 'O estoque deste anúncio são os códigos. Adicione ou retire códigos.' },
    });
  await changeStock(tx, listing.id, stock - listing.stock);
}
