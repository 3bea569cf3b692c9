import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { refuseYoungSeller } from '#server/accounts/ages/purchases.ts';
import { record } from '#server/events/events.ts';
import { isReviewedForStrikes } from '#server/accounts/strikes/queries.ts';
import { currentRules } from '#server/settings/queries.ts';
import { lockOwnListing } from './locked-listing.ts';
import type { LockedListing } from './locked-listing.ts';
import { faultsOf } from './faults.ts';
import { leafCategory } from './leaf-category.ts';
import type { Leaf } from './leaf-category.ts';
import { lockSeller, refuseBeyondLevel, refuseUnproven } from './limits.ts';
import { publishedColumns } from './publication.ts';
import { ownListing } from '#server/listings/queries.ts';
import { moveListing } from '#server/listings/states.ts';
import { findSignals } from '#server/listings/review/triage.ts';
import { writeVersion } from './versions.ts';

/** Submits a complete draft (L02): it is published at once where the rules allow it (L03), or goes to review (L04). */
export async function submitDraft(ctx: Ctx, tx: Tx, viewer: Viewer, id: number): Promise<OwnListing> {
  await refuseUnproven(tx, viewer);
  const seller = await lockSeller(ctx, tx, viewer.id);
  const listing = await lockOwnListing(tx, viewer, id);
  const category = listing.category_id === null ? null : await leafCategory(tx, listing.category_id);
  const { rules } = await currentRules(ctx.db, tx);
  const errors = faultsOf(listing, category, rules);
  // A listing in a state that cannot be submitted is refused for its state, not for missing fields.
  const submittable = listingMachine.submit.from.includes(listing.state);
  if (submittable && Object.keys(errors).length > 0) fail('listing_incomplete', { errors });
  if (submittable) {
    await refuseYoungSeller(tx, viewer, rules);
    await refuseBeyondLevel(tx, seller, listing);
  }
  await moveListing(tx, { id, event: 'submit', actor: 'seller', also: sql`submitted_at = market_now()` });
  await record(tx, { kind: 'listing.submitted', actor: viewer, subject: { kind: 'listing', id } });
  if (await publishesAutomatically(ctx, tx, viewer, listing, category)) await publish(ctx, tx, listing);
  else await moveListing(tx, { id, event: 'send_to_review', actor: 'system' });
  return ownListing(tx, viewer, id);
}

/** L03: a seller whom staff trust, or silver and green, no signals, no risky category; a random sample is reviewed anyway. */
async function publishesAutomatically(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  listing: LockedListing,
  category: Leaf | null,
): Promise<boolean> {
  const { listings: rules } = (await currentRules(ctx.db, tx)).rules;
  if (rules.autoPublish === 'never' || category?.risky) return false;
  const { rows } = await sql`
    select from users u left join seller_levels s on s.user_id = u.id where u.id = ${viewer.id}
      and (u.trusted_at is not null or s.level in ('silver', 'gold', 'diamond') and s.colour = 'green')
      and not ${isReviewedForStrikes(viewer.id)}`.execute(tx);
  if (rows.length === 0 || randomInt(10_000) < rules.sampledBps) return false;
  const { id, title, description, price_cents: priceCents, image_ids: imageIds } = listing;
  const checked = { id, categoryId: category?.id ?? null, title, description, priceCents, imageIds };
  return (await findSignals(ctx, tx, checked, rules)).length === 0;
}

async function publish(ctx: Ctx, tx: Tx, listing: LockedListing): Promise<void> {
  const { id } = listing;
  await moveListing(tx, {
    id,
    event: 'publish',
    actor: 'system',
    also: await publishedColumns(ctx, tx, listing),
  });
  await writeVersion(tx, id);
  await record(tx, { kind: 'listing.published', actor: null, subject: { kind: 'listing', id } });
}
