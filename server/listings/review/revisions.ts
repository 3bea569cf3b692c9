import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { sendRevision as endpoint } from '#contract/listings/revisions.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { allowedEvents } from '#domain/machine.ts';
import { fieldsToReview, freePriceCents, revisionMachine } from '#domain/listings/revisions.ts';
import type { RevisedField, RevisionState } from '#domain/listings/revisions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockOwnListing } from '#server/listings/publishing/locked-listing.ts';
import type { LockedListing } from '#server/listings/publishing/locked-listing.ts';
import { cityOfOrigin } from '#server/listings/publishing/delivery.ts';
import { faultsOf } from '#server/listings/publishing/faults.ts';
import { requireLeafCategory } from '#server/listings/publishing/leaf-category.ts';
import { lockSeller, refusePriceAboveLevel } from '#server/listings/publishing/limits.ts';
import { currentOffer, wantedOffer } from '#server/listings/publishing/live.ts';
import { photosAfterChange } from '#server/listings/photos/photos.ts';
import type { Photos } from '#server/listings/photos/photos.ts';
import { ownListing } from '#server/listings/queries.ts';
import { refuseSeller } from '#server/listings/refusals.ts';

type Proposal = Body<typeof endpoint>;

/** Submits changes of a listing on sale for review (L11). The listing stays unchanged until they are applied. */
export async function sendRevision(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { listingId: number; proposal: Proposal },
): Promise<OwnListing> {
  const { listingId, proposal } = given;
  const seller = await lockSeller(ctx, tx, viewer.id);
  const listing = await lockOwnListing(tx, viewer, listingId);
  if (!liveStates.includes(listing.state))
    await refuseSeller(tx, listingId, { detail: 'Este anúncio não está no ar. Edite o próprio anúncio.' });
  await refuseSecond(tx, listingId);
  const photos = await photosAfterChange(tx, viewer, listing, proposal);
  const wanted = wantedOffer(proposal, photos);
  const { rules } = await currentRules(ctx.db, tx);
  const freeCents = freePriceCents(listing.reviewed_price_cents ?? 0, rules.listings.freeRiseBps);
  const fields = fieldsToReview(currentOffer(listing), wanted, freeCents);
  if (fields.length === 0)
    fail('invalid_request', { detail: 'Nada mudou que precise de revisão. Salve o anúncio.' });
  if (fields.includes('priceCents')) refusePriceAboveLevel(seller, wanted.priceCents!);
  const staged = { fields, proposal, photos, listing };
  await refuseIncomplete(ctx, tx, staged, rules);
  const id = await insertRevision(tx, staged);
  await record(tx, {
    kind: 'revision.submitted',
    actor: viewer,
    subject: { kind: 'listing', id: listingId },
    data: { revisionId: id, fields },
  });
  return ownListing(tx, viewer, listingId);
}

interface Staged {
  /** The fields that need a review; other changes are made at once by another call. */
  fields: RevisedField[];
  proposal: Proposal;
  photos: Photos | null;
  listing: LockedListing;
}

async function refuseSecond(tx: Tx, listingId: number): Promise<void> {
  const { rows } = await sql`
    select from listing_revisions where listing_id = ${listingId} and state = 'pending'`.execute(tx);
  if (rows.length > 0)
    fail('already_requested', {
      detail: 'Já há uma mudança deste anúncio em revisão. Retire-a para enviar outra.',
    });
}

/** The listing with the revision must be as complete as a submitted draft (L02). */
async function refuseIncomplete(
  ctx: Ctx,
  tx: Tx,
  { fields, proposal, photos, listing }: Staged,
  rules: Rules,
): Promise<void> {
  const category = await requireLeafCategory(tx, proposal.categoryId ?? listing.category_id!);
  const type = proposal.deliveryType ?? listing.delivery_type;
  const typeChanged = fields.includes('deliveryType');
  const { origin_address_id: originId, seller_id: sellerId } = listing;
  const cityId =
    type === 'shipping' && originId !== null
      ? await cityOfOrigin(ctx, tx, sellerId, originId)
      : listing.city_id;
  const delivery: readonly RevisedField[] = ['deliveryType', 'promisedHours', 'categoryId'];
  const after = {
    // Package, origin, handling time and city change without review, by another call.
    ...listing,
    city_id: cityId,
    title: proposal.title ?? listing.title,
    description: proposal.description ?? listing.description,
    image_ids: photos?.ids ?? listing.image_ids,
    price_cents: proposal.priceCents ?? listing.price_cents,
    // Codes may be added while the revision is pending; without any, the listing is sold out once it is applied.
    stock: typeChanged && listing.delivery_type === 'automatic' ? (proposal.stock ?? 0) : 1,
    delivery_type: type,
    also_pickup: type === 'shipping' && (proposal.alsoPickup ?? listing.also_pickup),
    promised_hours: type === 'manual' ? (proposal.promisedHours ?? listing.promised_hours) : 0,
    attributes: proposal.attributes ?? listing.attributes,
    ownership_declared: true,
  };
  const keepsDelivery = !fields.some((field) => delivery.includes(field));
  const errors = faultsOf(after, category, rules, { keepsDelivery });
  if (Object.keys(errors).length > 0) fail('listing_incomplete', { errors });
}

async function insertRevision(tx: Tx, { fields, proposal, photos, listing }: Staged): Promise<number> {
  const has = (field: RevisedField) => fields.includes(field);
  const turned = has('deliveryType');
  const type = proposal.deliveryType ?? listing.delivery_type;
  const hours = type === 'manual' ? (proposal.promisedHours ?? null) : 0;
  const ships = turned && type === 'shipping';
  const replacesCodes = turned && listing.delivery_type === 'automatic';
  const { rows } = await sql<{ id: number }>`
    insert into listing_revisions (listing_id, category_id, title, description, price_cents, delivery_type,
      promised_hours, stock, also_pickup, free_shipping, attributes, image_ids, image_alts)
    values (${listing.id}, ${has('categoryId') ? proposal.categoryId : null},
      ${has('title') ? proposal.title!.trim() : null}, ${has('description') ? proposal.description!.trim() : null},
      ${has('priceCents') ? proposal.priceCents : null}, ${turned ? proposal.deliveryType : null},
      ${(turned || has('promisedHours')) && hours !== listing.promised_hours ? hours : null}, ${replacesCodes ? proposal.stock : null},
      ${ships ? (proposal.alsoPickup ?? false) : null}, ${ships ? (proposal.freeShipping ?? false) : null},
      ${has('attributes') ? JSON.stringify(proposal.attributes) : null}::jsonb,
      ${has('images') ? photos!.ids : null}::bigint[], ${has('images') ? photos!.alts : null}::text[])
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Withdraws a pending revision; one that was decided meanwhile is refused. */
export async function withdrawRevision(
  ctx: Ctx,
  viewer: Viewer,
  given: { listingId: number; revisionId: number },
): Promise<OwnListing> {
  const { listingId, revisionId } = given;
  return inTransaction(ctx.db, async (tx) => {
    await lockOwnListing(tx, viewer, listingId);
    const { rows } = await sql<{ state: RevisionState }>`
      select state from listing_revisions where id = ${revisionId} and listing_id = ${listingId}`.execute(tx);
    const { state } = rows[0] ?? fail('not_found');
    const { withdraw } = revisionMachine;
    if (!withdraw.from.includes(state))
      fail('wrong_state', {
        detail: 'Esta mudança já foi decidida. Veja como o anúncio está agora.',
        meta: { state, allowed: allowedEvents(revisionMachine, state, 'seller') },
      });
    await sql`update listing_revisions set state = ${withdraw.to}, decided_at = market_now()
      where id = ${revisionId}`.execute(tx);
    await record(tx, {
      kind: 'revision.withdrawn',
      actor: viewer,
      subject: { kind: 'listing', id: listingId },
      data: { revisionId },
    });
    return ownListing(tx, viewer, listingId);
  });
}

/** Withdraws the pending revision of a removed listing. */
export async function withdrawPendingRevision(tx: Tx, listingId: number): Promise<void> {
  const { to, from } = revisionMachine.withdraw;
  await sql`update listing_revisions set state = ${to}, decided_at = market_now()
    where listing_id = ${listingId} and state = any(${from}::text[])`.execute(tx);
}
