import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { fitsLimit } from '#domain/accounts/limits.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { missingSellerProofs } from '#domain/accounts/verification.ts';
import type { VerifiedFacts } from '#domain/accounts/verification.ts';
import { holdAllowance, refuseBeyond } from '#server/accounts/limits.ts';
import type { Allowance } from '#server/accounts/limits.ts';
import type { Ctx, Tx } from '#server/context.ts';

/** What is on sale or on its way there; what is sold out, expired or refused takes nobody's place. */
const active: readonly ListingState[] = ['in_triage', 'in_review', 'published', 'paused'];

/**
 * The gate of L01: nobody writes a listing, and nobody sends one, before e-mail and phone are proven.
 * @throws `email_not_verified` · `verification_required` with `meta {needs: 'phone'}`
 */
export async function refuseUnproven(tx: Tx, viewer: Viewer): Promise<void> {
  const [first] = await missingOf(tx, viewer.id);
  if (first === 'email') fail('email_not_verified', { detail: 'Confirme seu e-mail para anunciar.' });
  if (first === 'phone')
    fail('verification_required', {
      detail: 'Confirme seu celular para anunciar.',
      meta: { needs: 'phone' },
    });
}

/** Whether that gate is open to a seller. */
export async function isProven(tx: Tx, sellerId: number): Promise<boolean> {
  return (await missingOf(tx, sellerId)).length === 0;
}

async function missingOf(tx: Tx, sellerId: number) {
  const { rows } = await sql<Pick<VerifiedFacts, 'emailVerified' | 'phoneVerified'>>`
    select email_verified_at is not null as "emailVerified", phone_verified_at is not null as "phoneVerified"
    from users where id = ${sellerId}`.execute(tx);
  return missingSellerProofs(rows[0]!);
}

/** A seller with what their level allows, held. */
export type Seller = Allowance;

/** Holds the seller's row before any listing's, so that listings at once are counted one by one. */
export function holdSeller(ctx: Ctx, tx: Tx, sellerId: number): Promise<Allowance> {
  return holdAllowance(ctx, tx, sellerId);
}

/** Whether this listing may be one more of the active ones at its price (§4.14). */
export async function refuseBeyondLevel(tx: Tx, seller: Allowance, listing: Counted): Promise<void> {
  refuseBeyond(seller, 'activeListings', { used: await othersActive(tx, seller, listing), more: 1 });
  refuseDearer(seller, listing.price_cents ?? 0);
}

/** The same as an answer. */
export async function fitsLevel(tx: Tx, seller: Seller, listing: Counted): Promise<boolean> {
  const { activeListings, maxPriceCents } = seller.limits;
  return (
    fitsLimit(await othersActive(tx, seller, listing), 1, activeListings) &&
    fitsLimit(0, listing.price_cents ?? 0, maxPriceCents)
  );
}

type Counted = { id: number; price_cents: number | null };

async function othersActive(tx: Tx, seller: Seller, listing: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from listings where seller_id = ${seller.userId} and id <> ${listing.id}
      and state = any(${active}::text[])`.execute(tx);
  return rows[0]!.count;
}

/** Whether this level sells at this price. */
export function refuseDearer(seller: Allowance, priceCents: number): void {
  refuseBeyond(seller, 'maxPriceCents', { used: 0, more: priceCents });
}
