import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { fitsLimit } from '#domain/accounts/limits.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { missingSellerProofs } from '#domain/accounts/verification.ts';
import type { VerifiedFacts } from '#domain/accounts/verification.ts';
import { lockAllowance, refuseBeyond } from '#server/accounts/limits.ts';
import type { Allowance } from '#server/accounts/limits.ts';
import type { Ctx, Tx } from '#server/context.ts';

/** States that count towards the limit of active listings; sold-out, expired and refused listings do not count. */
const countedStates: readonly ListingState[] = ['in_triage', 'in_review', 'published', 'paused'];

/**
 * L01: writing or submitting a listing requires a verified e-mail and phone.
 * @throws `email_not_verified` · `verification_required` with `meta {needs: 'phone'}`
 */
export async function refuseUnproven(tx: Tx, viewer: Viewer): Promise<void> {
  const [first] = await missingProofs(tx, viewer.id);
  if (first === 'email') fail('email_not_verified', { detail: 'Confirme seu e-mail para anunciar.' });
  if (first === 'phone')
    fail('verification_required', {
      detail: 'Confirme seu celular para anunciar.',
      meta: { needs: 'phone' },
    });
}

/** Whether a seller has a verified e-mail and phone (L01). */
export async function isProven(tx: Tx, sellerId: number): Promise<boolean> {
  return (await missingProofs(tx, sellerId)).length === 0;
}

async function missingProofs(tx: Tx, sellerId: number) {
  const { rows } = await sql<Pick<VerifiedFacts, 'emailVerified' | 'phoneVerified'>>`
    select email_verified_at is not null as "emailVerified", phone_verified_at is not null as "phoneVerified"
    from users where id = ${sellerId}`.execute(tx);
  return missingSellerProofs(rows[0]!);
}

/** A seller's level limits, with the row locked. */
export type Seller = Allowance;

/** Locks the seller's row before any listing's, so that concurrent requests cannot exceed the limits. */
export function lockSeller(ctx: Ctx, tx: Tx, sellerId: number): Promise<Allowance> {
  return lockAllowance(ctx, tx, sellerId);
}

/** Refuses a further active listing, or its price, beyond the seller's level (§4.14). */
export async function refuseBeyondLevel(tx: Tx, seller: Allowance, listing: PricedListing): Promise<void> {
  refuseBeyond(seller, 'activeListings', { used: await countOtherActive(tx, seller, listing), more: 1 });
  refusePriceAboveLevel(seller, listing.price_cents ?? 0);
}

/** Whether {@link refuseBeyondLevel} would accept the listing. */
export async function fitsLevel(tx: Tx, seller: Seller, listing: PricedListing): Promise<boolean> {
  const { activeListings, maxPriceCents } = seller.limits;
  return (
    fitsLimit(await countOtherActive(tx, seller, listing), 1, activeListings) &&
    fitsLimit(0, listing.price_cents ?? 0, maxPriceCents)
  );
}

type PricedListing = { id: number; price_cents: number | null };

async function countOtherActive(tx: Tx, seller: Seller, listing: PricedListing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from listings where seller_id = ${seller.userId} and id <> ${listing.id}
      and state = any(${countedStates}::text[])`.execute(tx);
  return rows[0]!.count;
}

/** Refuses a price above the limit of the seller's level. */
export function refusePriceAboveLevel(seller: Allowance, priceCents: number): void {
  refuseBeyond(seller, 'maxPriceCents', { used: 0, more: priceCents });
}
