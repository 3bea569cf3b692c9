import { attributeFaults } from '#domain/listings/attributes.ts';
import { cityFaults, deliveryFaults, noDeliveryRules } from '#domain/listings/delivery.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { missingForReview } from '#domain/listings/content.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { LockedListing } from './locked-listing.ts';
import { originFaults } from './delivery.ts';
import { deliveryOf } from './delivery-columns.ts';
import type { DeliveryColumns } from './delivery-columns.ts';
import type { Leaf } from './leaf-category.ts';

/** The part of a listing that may be incomplete. */
export type Content = Pick<
  LockedListing,
  'title' | 'description' | 'image_ids' | 'price_cents' | 'stock' | 'attributes' | 'ownership_declared'
> &
  DeliveryColumns;

/**
 * What prevents this content from being on sale, by field: L02, the delivery (S01, S02, S13) and the category's
 * attributes.
 * @param keepsDelivery a listing on sale keeps a delivery that its category allowed before, until its seller changes it
 *   (ADR 99)
 */
export function faultsOf(
  listing: Content,
  category: Leaf | null,
  { listings: bounds, shipping }: Pick<Rules, 'listings' | 'shipping'>,
  { keepsDelivery = false } = {},
): FieldErrors {
  const delivery = deliveryOf(listing);
  const rules = category ?? noDeliveryRules;
  const content = {
    categoryId: category?.id ?? null,
    title: listing.title,
    description: listing.description,
    imageCount: listing.image_ids.length,
    priceCents: listing.price_cents,
    stock: listing.stock,
    deliveryType: delivery.deliveryType,
    promisedHours: delivery.promisedHours,
    ownershipDeclared: listing.ownership_declared,
  };
  return {
    ...missingForReview(content, bounds),
    ...(!keepsDelivery && deliveryFaults(rules, delivery)),
    ...originFaults(listing, shipping),
    ...cityFaults(rules, delivery),
    ...attributeFaults(category?.attributes ?? [], listing.attributes),
  };
}
