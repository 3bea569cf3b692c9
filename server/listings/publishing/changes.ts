import type { Body } from '#contract/endpoint.ts';
import type { updateListing } from '#contract/listings/own-listings.ts';

/** The fields of a listing that its seller changes; those that are left out stay. */
export type Changes = Body<typeof updateListing>;
