import * as z from 'zod/mini';
import { listingStates, plans } from '#domain/listings/listings.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idText, instant, nullableInstant } from '#contract/fields.ts';
import { shippingFields } from './content.ts';
import { historyEntry } from '#contract/staff/people.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from '#contract/staff/tables.ts';

const listing = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  cover: z.nullable(z.string()),
  seller: z.object({ id: z.int(), username: z.string() }),
  category: z.nullable(z.string()),
  priceCents: z.nullable(z.int()),
  /** The median price of its category; null with too few prices. */
  medianCents: z.nullable(z.int()),
  /** On sale at a price off the curve of its category (`getPriceCurve`). */
  oddPrice: z.boolean(),
  plan: z.enum(plans),
  state: z.enum(listingStates),
  stock: z.int(),
  sold: z.int(),
  /** Of the last 30 days. */
  visits: z.int(),
  openReports: z.int(),
  flaggedAt: nullableInstant,
  /** Another seller has used one of its photos. */
  sharesPhoto: z.boolean(),
  updatedAt: instant,
});
export type StaffListing = z.infer<typeof listing>;

export const listStaffListings = endpoint({
  method: 'GET',
  path: '/staff/listings',
  auth: 'staff',
  summary: 'All listings; searched by number, @seller or words of the title.',
  query: tableQuery(['id', 'price'], {
    state: oneOrMore(listingStates),
    plan: oneOrMore(plans),
    /** With open reports, or with so many that they are to be checked (L09). */
    reports: z.optional(z.enum(['open', 'flagged'], 'Escolha um valor da lista.')),
    withoutPhoto: z.optional(z.literal('1', 'Use 1 para os que estão sem foto.')),
    oddPrice: z.optional(z.literal('1', 'Use 1 para preços fora do padrão.')),
    /** This listing and those that are or were on sale with one of its photos. */
    samePhotoAs: z.optional(idText),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(listing),
});

export const getPriceCurve = endpoint({
  method: 'GET',
  path: '/staff/price-curve',
  auth: 'staff',
  summary: 'The thresholds for an unusual price, and when the medians were measured (L03).',
  reply: z.object({
    /** This share below or above the median of what the category has on sale, or more. */
    outlierBps: z.int(),
    /** Categories with fewer prices have no curve. */
    fewestPrices: z.int(),
    /** The oldest median in use; null before the first. */
    measuredAt: nullableInstant,
  }),
});

const permission = z.object({ allowed: z.boolean(), because: z.nullable(z.string()) });

export const getStaffListing = endpoint({
  method: 'GET',
  path: '/staff/listings/{id}',
  auth: 'staff',
  summary: 'One listing with its reports, its history and the allowed actions.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...listing.shape,
    description: z.string(),
    categoryId: z.nullable(z.int()),
    /** From the root. */
    categories: z.array(z.string()),
    attributes: z.array(z.object({ label: z.string(), value: z.string() })),
    deliveryType: z.nullable(z.enum(deliveryTypes)),
    promisedHours: z.nullable(z.int()),
    ...shippingFields,
    city: z.nullable(z.string()),
    warrantyDays: z.int(),
    images: z.array(z.object({ key: z.string(), alt: z.string() })),
    /** Others that are or were on sale with one of its photos, the newest first, up to twenty. */
    copies: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        cover: z.nullable(z.string()),
        seller: z.string(),
        state: z.enum(listingStates),
        priceCents: z.nullable(z.int()),
      }),
    ),
    createdAt: instant,
    history: z.array(historyEntry),
    may: z.object({
      pause: permission,
      suspend: permission,
      republish: permission,
      remove: permission,
      move: permission,
    }),
  }),
  errors: ['not_found'],
});

const reason = z
  .string('Escreva o motivo.')
  .check(
    z.trim(),
    z.minLength(10, 'Escreva o motivo em uma frase.'),
    z.maxLength(500, 'Use até 500 letras.'),
  );

export const moderateListing = endpoint({
  method: 'POST',
  path: '/staff/listings/{id}/moderation',
  auth: 'staff',
  summary:
    'Pauses a listing until its seller resumes it (L06), suspends it, reinstates it (L09) or removes it for good (L10); the seller is notified with the reason.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    action: z.enum(['pause', 'suspend', 'republish', 'remove'], 'Escolha o que fazer.'),
    reason,
  }),
  reply: z.object({ id: z.int(), state: z.enum(listingStates) }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'out_of_stock'],
});

export const moveStaffListing = endpoint({
  method: 'PUT',
  path: '/staff/listings/{id}/category',
  auth: 'staff',
  summary:
    'Moves a listing to another category at once, as a review of that change would (L05, L11); the seller is notified with the reason and the removed attributes.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ categoryId: id, reason }),
  reply: z.object({
    id: z.int(),
    category: z.string(),
    /** Labels of the answers that the new category does not ask for, or not so. */
    dropped: z.array(z.string()),
  }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'listing_incomplete'],
});
