import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { sendRevision } from '#contract/listings/revisions.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { fieldsToReview, freePriceCents } from '#domain/listings/revisions.ts';
import type { RevisedField } from '#domain/listings/revisions.ts';
import type { Draft, DraftChanges } from '#web/listings/publish/draft.ts';
import { changesBetween, draftOf } from '#web/listings/publish/draft.ts';

/** What an edit of a listing on sale comes to: what is true at once and what the team looks at first (L11). */
export interface LiveChanges {
  now: DraftChanges;
  staged: BodyInput<typeof sendRevision>;
  /** The fields of `staged`, for people to read. */
  fields: RevisedField[];
}

/** The form begins with what was last refused, if it was: nobody writes the same words twice. */
export function draftOfLive(listing: OwnListing): Draft {
  const { revision } = listing;
  const draft = draftOf(listing);
  if (revision?.state !== 'rejected') return draft;
  const { categoryId, title, description, priceCents, deliveryType, promisedHours, attributes, images } =
    revision;
  const proposed = {
    categoryId,
    title,
    description,
    priceCents,
    deliveryType,
    promisedHours,
    attributes,
    images,
  };
  return { ...draft, ...Object.fromEntries(Object.entries(proposed).filter(([, value]) => value !== null)) };
}

/** Splits what was changed by what needs review. */
export function liveChanges(listing: OwnListing, draft: Draft): LiveChanges {
  const { plan, ownershipDeclared: _declared, ...content } = changesBetween(draftOf(listing), draft);
  const freeCents = freePriceCents(listing.reviewedPriceCents ?? 0, listing.freeRiseBps);
  const fields = fieldsToReview(draftOf(listing), draft, freeCents);
  const has = (field: RevisedField) => fields.includes(field);
  const { priceCents, stock, imageIds, imageAlts, ...others } = content;
  const photos = { imageIds, imageAlts };
  return {
    fields,
    now: defined({
      plan,
      ...(!has('priceCents') && { priceCents }),
      ...(!has('images') && photos),
      ...(!has('deliveryType') && { stock }),
    }),
    staged: defined({
      ...others,
      ...(has('priceCents') && { priceCents }),
      ...(has('images') && photos),
      ...(has('deliveryType') && draft.deliveryType === 'manual' && { stock: draft.stock }),
    }),
  };
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
