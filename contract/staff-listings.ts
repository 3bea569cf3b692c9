import * as z from 'zod/mini';
import { listingStates, plans } from '#domain/listings.ts';
import { endpoint } from './endpoint.ts';
import { idText, instant, maybeInstant } from './fields.ts';
import { historyEntry } from './staff-people.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from './tables.ts';

const listing = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  cover: z.nullable(z.string()),
  seller: z.object({ id: z.int(), username: z.string() }),
  category: z.nullable(z.string()),
  priceCents: z.nullable(z.int()),
  plan: z.enum(plans),
  state: z.enum(listingStates),
  stock: z.int(),
  sold: z.int(),
  /** Of the last 30 days. */
  visits: z.int(),
  openReports: z.int(),
  flaggedAt: maybeInstant,
  updatedAt: instant,
});
export type StaffListing = z.infer<typeof listing>;

export const listStaffListings = endpoint({
  method: 'GET',
  path: '/staff/listings',
  auth: 'staff',
  summary: 'All listings; searched by number, @seller or words of what is on sale.',
  query: tableQuery(['id', 'price'], {
    state: oneOrMore(listingStates),
    plan: oneOrMore(plans),
    flagged: z.optional(z.literal('1', 'Use 1 para os denunciados.')),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(listing),
});

const permission = z.object({ allowed: z.boolean(), because: z.nullable(z.string()) });

export const getStaffListing = endpoint({
  method: 'GET',
  path: '/staff/listings/{id}',
  auth: 'staff',
  summary: 'One listing with its reports and history, and what may be done to it.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...listing.shape,
    description: z.string(),
    createdAt: instant,
    history: z.array(historyEntry),
    may: z.object({ suspend: permission, republish: permission, remove: permission }),
  }),
  errors: ['not_found'],
});

export const moderateListing = endpoint({
  method: 'POST',
  path: '/staff/listings/{id}/moderation',
  auth: 'staff',
  summary:
    'Takes a listing off the shelf, puts it back (L09) or removes it for good (L10); the seller is told why.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    action: z.enum(['suspend', 'republish', 'remove'], 'Escolha o que fazer.'),
    reason: z
      .string('Escreva o motivo.')
      .check(
        z.trim(),
        z.minLength(10, 'Escreva o motivo em uma frase.'),
        z.maxLength(500, 'Use até 500 letras.'),
      ),
  }),
  reply: z.object({ id: z.int(), state: z.enum(listingStates) }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'out_of_stock'],
});
