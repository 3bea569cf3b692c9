import { attributeFaults } from '#domain/listings/attributes.ts';
import { cityFaults, deliveryFaults } from '#domain/listings/category-kinds.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { missingForReview } from '#domain/listings/content.ts';
import type { ListingBounds } from '#domain/listings/limits.ts';
import type { LockedListing } from './locked-listing.ts';
import type { Leaf } from './leaf-category.ts';

/** The part of a listing that may be incomplete. */
export type Content = Pick<
  LockedListing,
  | 'title'
  | 'description'
  | 'image_ids'
  | 'price_cents'
  | 'stock'
  | 'delivery_type'
  | 'promised_hours'
  | 'city_id'
  | 'attributes'
  | 'ownership_declared'
>;

/** What prevents this content from being on sale, by field: L02, the category's kind (S13) and its attributes. */
export function faultsOf(listing: Content, category: Leaf | null, bounds: ListingBounds): FieldErrors {
  const content = {
    categoryId: category?.id ?? null,
    title: listing.title,
    description: listing.description,
    imageCount: listing.image_ids.length,
    priceCents: listing.price_cents,
    stock: listing.stock,
    deliveryType: listing.delivery_type,
    promisedHours: listing.promised_hours,
    ownershipDeclared: listing.ownership_declared,
  };
  return {
    ...missingForReview(content, bounds),
    ...deliveryFaults(category?.kind ?? null, content),
    ...cityFaults(category?.kind ?? null, listing.city_id),
    ...attributeFaults(category?.attributes ?? [], listing.attributes),
  };
}
