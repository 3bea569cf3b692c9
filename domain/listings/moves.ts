import type { Role } from '#domain/accounts/accounts.ts';
import { listingMachine, liveStates } from './listings.ts';
import type { ListingEvent, ListingState } from './listings.ts';
import { allowedEvents } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';

/** What of a listing, besides its state, decides on what its seller may do with it now. */
export interface SellerFacts {
  state: ListingState;
  stock: number;
  /** Neither suspended nor leaving (§4.14). */
  maySell: boolean;
  /** Nothing that it asks for is missing (L02), and its seller has proven who they are (L01). */
  isComplete: boolean;
  /** One more at its price is within the seller's level. */
  fitsLevel: boolean;
  /** L08: over, or near the end of its term. */
  isRenewable: boolean;
  hasOpenOrders: boolean;
}

/** Exactly what the next call of its seller would be taken for, in the table's order. */
export function sellerMoves(facts: SellerFacts): ListingEvent[] {
  const { state, stock, maySell, fitsLevel } = facts;
  const inTable = allowedEvents(listingMachine, state, 'seller');
  return (Object.keys(listingMachine) as ListingEvent[]).filter((event) => {
    // A new term of what has not ended changes no state.
    if (event === 'renew' && state !== 'expired') return liveStates.includes(state) && facts.isRenewable;
    if (!inTable.includes(event)) return false;
    if (event === 'submit') return facts.isComplete && fitsLevel;
    if (event === 'remove') return !facts.hasOpenOrders;
    if (event === 'resume') return maySell && stock > 0;
    return event !== 'renew' || (maySell && stock > 0 && fitsLevel);
  });
}

/** What of a listing, besides its state, decides on what somebody of the team may do with it now. */
export interface StaffFacts {
  state: ListingState;
  stock: number;
  sellerId: number;
  bought: boolean;
  risky: boolean;
  isHeldByColleague: boolean;
}

/** Exactly what the next call of this person would be taken for, in the table's order. */
export function staffMoves(viewer: { id: number; role: Role }, facts: StaffFacts): ListingEvent[] {
  const reviews = !facts.isHeldByColleague && can(viewer, 'review_listing', facts).ok;
  return allowedEvents(listingMachine, facts.state, 'staff').filter((event) => {
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
