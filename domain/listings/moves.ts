import type { Role } from '#domain/accounts/accounts.ts';
import { listingMachine, liveStates } from './listings.ts';
import type { ListingEvent, ListingState } from './listings.ts';
import { allowedEvents } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';

/** The facts of a listing that determine the events its seller may cause now. */
export interface SellerFacts {
  state: ListingState;
  stock: number;
  /** Neither suspended nor leaving (§4.14). */
  maySell: boolean;
  /** The content is complete (L02), and the seller has given the required proofs (L01). */
  isComplete: boolean;
  /** Another active listing at its price is within the limits of the seller's level. */
  fitsLevel: boolean;
  /** L08: expired, or close to its expiry. */
  isRenewable: boolean;
  hasOpenOrders: boolean;
}

/** Exactly the events that a call of its seller can cause now, in the order of the table. */
export function sellerMoves(facts: SellerFacts): ListingEvent[] {
  const { state, stock, maySell, fitsLevel } = facts;
  const inTable = allowedEvents(listingMachine, state, 'seller');
  return (Object.keys(listingMachine) as ListingEvent[]).filter((event) => {
    // Renewing a listing that has not expired changes no state.
    if (event === 'renew' && state !== 'expired') return liveStates.includes(state) && facts.isRenewable;
    if (!inTable.includes(event)) return false;
    if (event === 'submit') return facts.isComplete && fitsLevel;
    if (event === 'remove') return !facts.hasOpenOrders;
    if (event === 'resume') return maySell && stock > 0;
    return event !== 'renew' || (maySell && stock > 0 && fitsLevel);
  });
}

/** The facts of a listing that determine the events staff may cause now. */
export interface StaffFacts {
  state: ListingState;
  stock: number;
  sellerId: number;
  bought: boolean;
  risky: boolean;
  isClaimedByColleague: boolean;
}

/** Exactly the events that a call of this staff member can cause now, in the order of the table. */
export function staffMoves(viewer: { id: number; role: Role }, facts: StaffFacts): ListingEvent[] {
  const reviews = !facts.isClaimedByColleague && can(viewer, 'review_listing', facts).ok;
  return allowedEvents(listingMachine, facts.state, 'staff').filter((event) => {
    // Only an appeal reopens a review (N04).
    if (event === 'reopen') return false;
    if (event === 'approve' || event === 'request_changes' || event === 'reject') return reviews;
    if (event === 'republish') return facts.stock > 0 && moderates(viewer, facts, 'republish');
    if (event === 'return_sold_out') return facts.stock === 0 && moderates(viewer, facts, 'republish');
    return moderates(viewer, facts, event as 'pause' | 'suspend' | 'remove');
  });
}

function moderates(
  viewer: { id: number; role: Role },
  facts: StaffFacts,
  action: 'pause' | 'suspend' | 'republish' | 'remove',
): boolean {
  return can(viewer, 'moderate_listing', { ...facts, action }).ok;
}
