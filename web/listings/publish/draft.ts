import type { BodyInput } from '#contract/endpoint.ts';
import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing, updateListing } from '#contract/listings/own-listings.ts';
import { attributeFaults } from '#domain/listings/attributes.ts';
import {
  cityFaults,
  deliveryFaults,
  noDeliveryRules,
  packageBounds,
  parcelFaultTexts,
  shippingFaults,
} from '#domain/listings/delivery.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { missingForReview } from '#domain/listings/content.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import type { ListingBounds } from '#domain/listings/limits.ts';
import { revisedFields } from '#domain/listings/revisions.ts';
import { visibleLength } from '#domain/text/visible-length.ts';
import { boundsOf, maxOf } from '#web/settings/sizes.ts';

/** The fields the seller edits. Codes have their own call and are only counted here. */
const draftFields = [
  ...revisedFields,
  'alsoPickup',
  'weightGrams',
  'lengthCm',
  'widthCm',
  'heightCm',
  'handlingDays',
  'freeShipping',
  'originAddressId',
  'stock',
  'cityId',
  'plan',
  'ownershipDeclared',
] as const;
export type Draft = Pick<OwnListing, (typeof draftFields)[number]>;

export type DraftChanges = BodyInput<typeof updateListing>;

/** A draft before anything is typed. */
export const emptyDraft: Draft = {
  categoryId: null,
  title: '',
  description: '',
  priceCents: null,
  stock: 0,
  deliveryType: null,
  promisedHours: null,
  alsoPickup: false,
  weightGrams: null,
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  handlingDays: null,
  freeShipping: false,
  originAddressId: null,
  cityId: null,
  plan: 'prata',
  attributes: {},
  ownershipDeclared: false,
  images: [],
};

/** The editable part of a listing. */
export function draftOf(listing: OwnListing): Draft {
  return Object.fromEntries(draftFields.map((field) => [field, listing[field]])) as Draft;
}

/**
 * The changes autosave sends: fields that differ and that the server accepts. A price of R$ 0,05 while «R$ 50,00» is
 * being typed is not sent; the field itself shows the error.
 */
export function changesBetween(saved: Draft, draft: Draft): DraftChanges {
  const changes: DraftChanges = {};
  const { title, description, images, priceCents } = limits();
  const most = maxOf(listingLimits.stock);
  if (draft.categoryId !== null && draft.categoryId !== saved.categoryId)
    changes.categoryId = draft.categoryId;
  if (draft.title !== saved.title && visibleLength(draft.title) <= title.max) changes.title = draft.title;
  if (draft.description !== saved.description && visibleLength(draft.description) <= description.max)
    changes.description = draft.description;
  if (draft.priceCents !== saved.priceCents && isPrice(draft.priceCents))
    changes.priceCents = draft.priceCents;
  if (draft.stock !== saved.stock && draft.deliveryType !== 'automatic' && draft.stock <= most)
    changes.stock = draft.stock;
  if (draft.deliveryType !== null && draft.deliveryType !== saved.deliveryType)
    changes.deliveryType = draft.deliveryType;
  if (
    draft.deliveryType === 'manual' &&
    isPromise(draft.promisedHours) &&
    draft.promisedHours !== saved.promisedHours
  )
    changes.promisedHours = draft.promisedHours;
  Object.assign(changes, shippingChanges(saved, draft));
  if (draft.plan !== saved.plan) changes.plan = draft.plan;
  if (JSON.stringify(draft.attributes) !== JSON.stringify(saved.attributes))
    changes.attributes = draft.attributes;
  if (draft.ownershipDeclared !== saved.ownershipDeclared)
    changes.ownershipDeclared = draft.ownershipDeclared;
  if (photosOf(draft) !== photosOf(saved) && draft.images.length <= images.max) {
    changes.imageIds = draft.images.map((image) => image.id);
    changes.imageAlts = draft.images.map((image) => image.alt.trim());
  }
  return changes;

  function isPrice(cents: number | null): boolean {
    return cents === null || (cents >= priceCents.min && cents <= priceCents.max);
  }
}

/** What changed in how the item travels. The city of a shipped listing is that of its address, which the server knows. */
function shippingChanges(saved: Draft, draft: Draft): DraftChanges {
  const ships = draft.deliveryType === 'shipping';
  const names = [
    ...parcelFields,
    'originAddressId',
    'handlingDays',
    ...(ships ? (['alsoPickup', 'freeShipping'] as const) : []),
    ...(ships && draft.originAddressId !== null ? [] : (['cityId'] as const)),
  ] as const;
  const { weightGrams: weight, sideCm: side } = packageBounds;
  const fits = (name: (typeof names)[number]) => {
    const value = draft[name];
    if (typeof value !== 'number' || !isParcelField(name)) return true;
    const { min, max } = name === 'weightGrams' ? weight : side;
    return value >= min && value <= max;
  };
  const changed = names.filter((name) => draft[name] !== saved[name] && fits(name));
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as DraftChanges;
}

export const parcelFields = ['weightGrams', 'lengthCm', 'widthCm', 'heightCm'] as const;

function isParcelField(name: string): name is (typeof parcelFields)[number] {
  return (parcelFields as readonly string[]).includes(name);
}

/** What the server decides by the way of delivery, whatever was sent. */
export function derivedFields(listing: OwnListing): Partial<Draft> {
  const { promisedHours, alsoPickup, freeShipping, cityId } = listing;
  return { promisedHours, alsoPickup, freeShipping, cityId };
}

/** Texts over their limit, which the server would refuse; they stay in this browser until shortened. */
export function overLimit({ title, description }: Draft): Pick<DraftChanges, 'title' | 'description'> {
  const current = limits();
  return {
    ...(visibleLength(title) > current.title.max && { title }),
    ...(visibleLength(description) > current.description.max && { description }),
  };
}

/** Whether something must be shortened before it can be saved: texts, or too many photos after some came by phone. */
export function hasOverLimit(draft: Draft): boolean {
  return Object.keys(overLimit(draft)).length > 0 || draft.images.length > limits().images.max;
}

/**
 * What prevents sending the draft to review: the domain's rule plus the category's ways of delivery and attributes.
 * @param keepsDelivery a listing on sale may keep one that its category does not have any more
 */
export function missing(
  draft: Draft,
  category: Category | undefined,
  { keepsDelivery = false } = {},
): FieldErrors {
  const errors = missingForReview({ ...draft, imageCount: draft.images.length }, limits());
  const rules = category ?? noDeliveryRules;
  return {
    ...errors,
    ...(!keepsDelivery && deliveryFaults(rules, draft)),
    ...shippingFaults(draft),
    ...(draft.deliveryType === 'shipping' && parcelBoundFaults(draft)),
    ...cityFaults(rules, draft),
    ...attributeFaults(category?.attributes ?? [], draft.attributes),
  };
}

/** Weight and sides that no service takes, which autosave leaves out. */
function parcelBoundFaults(draft: Draft): FieldErrors {
  const { weightGrams: weight, sideCm: side } = packageBounds;
  const wrong = parcelFields.filter((name) => {
    const { max } = name === 'weightGrams' ? weight : side;
    return (draft[name] ?? 0) > max;
  });
  return Object.fromEntries(
    wrong.map((name) => [name, name === 'weightGrams' ? parcelFaultTexts.weight : parcelFaultTexts.side]),
  );
}

function limits(): ListingBounds {
  const { title, description, images, priceCents } = listingLimits;
  return {
    title: boundsOf(title),
    description: boundsOf(description),
    images: boundsOf(images),
    priceCents: boundsOf(priceCents),
  };
}

function photosOf({ images }: Draft): string {
  return JSON.stringify(images.map(({ id, alt }) => [id, alt.trim()]));
}

function isPromise(hours: number | null): hours is 1 | 6 | 24 | 72 {
  return hours === 1 || hours === 6 || hours === 24 || hours === 72;
}
