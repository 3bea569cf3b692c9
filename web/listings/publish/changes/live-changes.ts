import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { sendRevision } from '#contract/listings/revisions.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { fieldsToReview, freePriceCents, revisedFields } from '#domain/listings/revisions.ts';
import type { RevisedField } from '#domain/listings/revisions.ts';
import type { Draft, DraftChanges } from '#web/listings/publish/draft.ts';
import { changesBetween, draftOf } from '#web/listings/publish/draft.ts';

/** The effect of an edit to a listing on sale: what applies at once and what is reviewed first (L11). */
export interface LiveChanges {
  now: DraftChanges;
  staged: BodyInput<typeof sendRevision>;
  /** The fields of `staged` for display. */
  fields: RevisedField[];
}

/** The form starts with the last refused change, if any, so that the seller need not type it again. */
export function draftOfLiveListing(listing: OwnListing): Draft {
  const { revision } = listing;
  const draft = draftOf(listing);
  if (revision?.state !== 'rejected') return draft;
  const proposed = [...revisedFields, 'alsoPickup', 'freeShipping'] as const;
  const given = proposed.filter((field) => revision[field] !== null);
  return { ...draft, ...Object.fromEntries(given.map((field) => [field, revision[field]])) };
}

/** Splits the changes by whether they need review. */
export function liveChanges(listing: OwnListing, draft: Draft): LiveChanges {
  const { plan, ownershipDeclared: _declared, ...content } = changesBetween(draftOf(listing), draft);
  const freeCents = freePriceCents(listing.reviewedPriceCents ?? 0, listing.freeRiseBps);
  const fields = fieldsToReview(draftOf(listing), draft, freeCents);
  const has = (field: RevisedField) => fields.includes(field);
  const { priceCents, stock, imageIds, imageAlts, alsoPickup, freeShipping, ...others } = content;
  const { title, description, categoryId, deliveryType, promisedHours, attributes, ...atOnce } = others;
  const photos = { imageIds, imageAlts };
  // Units replace codes only once the change is approved.
  const replacesCodes = has('deliveryType') && listing.deliveryType === 'automatic';
  return {
    fields,
    now: defined({
      plan,
      ...atOnce,
      ...(!has('deliveryType') && { alsoPickup, freeShipping }),
      ...(!has('priceCents') && { priceCents }),
      ...(!has('images') && photos),
      ...(!replacesCodes && { stock }),
    }),
    staged: defined({
      title,
      description,
      categoryId,
      deliveryType,
      promisedHours,
      attributes,
      ...(has('priceCents') && { priceCents }),
      ...(has('images') && photos),
      ...(replacesCodes && { stock: draft.stock }),
      ...(has('deliveryType') &&
        draft.deliveryType === 'shipping' && {
          alsoPickup: draft.alsoPickup,
          freeShipping: draft.freeShipping,
        }),
    }),
  };
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
