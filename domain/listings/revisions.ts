import type { DeliveryType } from '#domain/orders/orders.ts';
import type { Machine } from '#domain/machine.ts';

/** States of a pending change of a listing on sale (`revisão de anúncio`), §4.4 L11. */
export const revisionStates = ['pending', 'applied', 'rejected', 'withdrawn'] as const;
export type RevisionState = (typeof revisionStates)[number];
export type RevisionEvent = 'apply' | 'request_changes' | 'reject' | 'withdraw';

export const revisionMachine: Machine<RevisionEvent, RevisionState, 'seller' | 'staff' | 'system'> = {
  apply: { rule: 'L11', by: ['staff'], from: ['pending'], to: 'applied' },
  // Both a request for changes and a rejection leave the old version on sale; the seller may send another revision.
  request_changes: { rule: 'L11', by: ['staff'], from: ['pending'], to: 'rejected' },
  reject: { rule: 'L11', by: ['staff'], from: ['pending'], to: 'rejected' },
  // The system withdraws it when the listing is removed.
  withdraw: { rule: 'L11', by: ['seller', 'system'], from: ['pending'], to: 'withdrawn' },
};

/** The fields that influence a buyer's decision, so that staff review their changes first. */
export const revisedFields = [
  'title',
  'description',
  'categoryId',
  'images',
  'deliveryType',
  'promisedHours',
  'attributes',
  'priceCents',
] as const;
export type RevisedField = (typeof revisedFields)[number];

/** The part of a listing that revisions are about. */
export interface RevisableContent {
  categoryId: number | null;
  title: string;
  description: string;
  images: readonly { id: number; alt: string }[];
  deliveryType: DeliveryType | null;
  promisedHours: number | null;
  attributes: Readonly<Record<string, string>>;
  priceCents: number | null;
}

/**
 * The highest price, in cents, that needs no review.
 * @param freeRiseBps of the price that was last reviewed (`ListingRules`)
 */
export function freePriceCents(reviewedPriceCents: number, freeRiseBps: number): number {
  return Math.floor((reviewedPriceCents * (10_000 + freeRiseBps)) / 10_000);
}

/**
 * The changed fields that need final review (L11). The order of photos, a lower price and a small rise do not.
 * @param freeCents the highest price without review (`freePriceCents`): small rises add up against it
 */
export function fieldsToReview(
  live: RevisableContent,
  wanted: Partial<RevisableContent>,
  freeCents: number,
): RevisedField[] {
  return revisedFields.filter((field) => {
    if (wanted[field] === undefined) return false;
    if (field === 'priceCents') return (wanted.priceCents ?? 0) > Math.max(live.priceCents ?? 0, freeCents);
    if (field === 'images') return photosKey(live) !== photosKey({ images: wanted.images! });
    return sortedKey(live[field]) !== sortedKey(wanted[field]);
  });
}

/** A key of the photos and their descriptions that does not depend on their order. */
function photosKey({ images }: Pick<RevisableContent, 'images'>): string {
  return images
    .map(({ id, alt }) => `${id} ${alt}`)
    .toSorted()
    .join('\n');
}

/** A key of a value that does not depend on the order of its keys, because PostgreSQL reorders JSON objects. */
function sortedKey(value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null;
  return JSON.stringify(isRecord ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value);
}
