import * as z from 'zod/mini';
import { listingLimits, listingStates, plans, reviewReasons } from '#domain/listings.ts';
import { deliveryTypes } from '#domain/orders.ts';
import { endpoint } from './endpoint.ts';
import { done, id, idText, instant, maybeInstant, priceCents } from './fields.ts';

// Categories -------------------------------------------------------------------------------------------

const attribute = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'number', 'list', 'boolean']),
  options: z.optional(z.array(z.string())),
  required: z.boolean(),
  filterable: z.boolean(),
});

const category = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  slug: z.string(),
  name: z.string(),
  listingsCount: z.int(),
  attributes: z.array(attribute),
});
export type Category = z.infer<typeof category>;

export const listCategories = endpoint({
  method: 'GET',
  path: '/public/categories',
  auth: 'public',
  summary: 'The whole category tree in display order, with how many listings each branch has on sale.',
  reply: z.object({ items: z.array(category) }),
});

// Public listings --------------------------------------------------------------------------------------

/** The five facts of a card, the same everywhere (design §2.2). `cover` is an image key or null (tiles). */
export const listingCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.int(),
  cover: z.nullable(z.string()),
  seller: z.string(),
  deliveryType: z.enum(deliveryTypes),
  promisedHours: z.int(),
  plan: z.enum(plans),
  stock: z.int(),
});
export type ListingCard = z.infer<typeof listingCard>;

export const listingSorts = ['relevancia', 'novos', 'menor-preco', 'maior-preco', 'mais-vendidos'] as const;
export type ListingSort = (typeof listingSorts)[number];

const centsText = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, 'Informe o valor em centavos inteiros.')),
  z.transform(Number),
);

export const searchListings = endpoint({
  method: 'GET',
  path: '/public/listings',
  auth: 'public',
  summary: 'Listings on sale: full text in Portuguese, category, price, delivery, sort; keyset pages.',
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(120, 'Use até 120 letras na busca.'))),
    category: z.optional(z.string().check(z.maxLength(60))),
    seller: z.optional(z.string().check(z.maxLength(20))),
    priceMin: z.optional(centsText),
    priceMax: z.optional(centsText),
    delivery: z.optional(z.enum(deliveryTypes, 'Escolha automatic ou manual.')),
    sort: z.optional(z.enum(listingSorts, 'Esta ordem não existe.')),
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'Use de 1 a 96.')), z.transform(Number))),
  }),
  reply: z.object({
    items: z.array(listingCard),
    /** Up to 10 000; above that an estimate and `totalIsExact` false. */
    total: z.int(),
    totalIsExact: z.boolean(),
    next: z.nullable(z.string()),
    /** Filled when the words found nothing and a close spelling did. */
    correctedTo: z.nullable(z.string()),
    facets: z.object({
      categories: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
      automatic: z.int(),
      manual: z.int(),
    }),
  }),
});

const publicQuestion = z.object({
  id: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  createdAt: instant,
  answeredAt: maybeInstant,
});

export const getListing = endpoint({
  method: 'GET',
  path: '/public/listings/{slug}',
  auth: 'public',
  summary: 'One listing as buyers see it. An old slug answers with the present one in `slug`.',
  params: z.strictObject({ slug: z.string().check(z.maxLength(120)) }),
  reply: z.object({
    id: z.int(),
    slug: z.string(),
    state: z.enum(['published', 'paused', 'sold_out', 'expired', 'removed', 'suspended']),
    title: z.string(),
    description: z.string(),
    priceCents: z.int(),
    stock: z.int(),
    sold: z.int(),
    deliveryType: z.enum(deliveryTypes),
    promisedHours: z.int(),
    plan: z.enum(plans),
    images: z.array(z.object({ key: z.string(), width: z.int(), height: z.int() })),
    attributes: z.array(z.object({ label: z.string(), value: z.string() })),
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
    warrantyDays: z.int(),
    publishedAt: maybeInstant,
    seller: z.object({
      id: z.int(),
      username: z.string(),
      image: z.string(),
      memberSince: instant,
      salesCount: z.int(),
      emailVerified: z.boolean(),
      city: z.string(),
    }),
    questions: z.array(publicQuestion),
    similar: z.array(listingCard),
  }),
  errors: ['not_found'],
});

export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public/settings',
  auth: 'public',
  summary: 'The numbers the engine runs on, for pages that show them (N08), and the legal identification.',
  reply: z.object({
    plans: z.array(
      z.object({
        slug: z.enum(plans),
        commissionBps: z.int(),
        minCommissionCents: z.int(),
        maxCommissionCents: z.int(),
        guaranteeBps: z.int(),
      }),
    ),
    pixExpiryMs: z.int(),
    confirmMs: z.int(),
    holdMs: z.int(),
    withdrawal: z.object({ minCents: z.int(), feeCents: z.int() }),
    company: z.object({ name: z.string(), document: z.string(), address: z.string(), email: z.string() }),
    demo: z.boolean(),
  }),
});

// The seller's own listings ------------------------------------------------------------------------------

/** A listing as its owner edits it. */
export const ownListing = z.object({
  id: z.int(),
  state: z.enum(listingStates),
  slug: z.string(),
  categoryId: z.nullable(z.int()),
  title: z.string(),
  description: z.string(),
  priceCents: z.nullable(z.int()),
  stock: z.int(),
  deliveryType: z.nullable(z.enum(deliveryTypes)),
  promisedHours: z.nullable(z.int()),
  plan: z.enum(plans),
  attributes: z.record(z.string(), z.string()),
  ownershipDeclared: z.boolean(),
  images: z.array(z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() })),
  codes: z.array(z.object({ id: z.int(), preview: z.string(), state: z.string() })),
  codesCount: z.int(),
  reviewNote: z.nullable(z.string()),
  reviewReasons: z.array(z.enum(reviewReasons)),
  updatedAt: instant,
});
export type OwnListing = z.infer<typeof ownListing>;

export const listOwnListings = endpoint({
  method: 'GET',
  path: '/listings',
  auth: 'user',
  summary: "The signed-in seller's listings, newest first.",
  query: z.strictObject({ state: z.optional(z.enum(listingStates)) }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        slug: z.string(),
        state: z.enum(listingStates),
        title: z.string(),
        priceCents: z.nullable(z.int()),
        stock: z.int(),
        sold: z.int(),
        cover: z.nullable(z.string()),
        plan: z.enum(plans),
        reviewNote: z.nullable(z.string()),
        updatedAt: instant,
      }),
    ),
  }),
});

export const getOwnListing = endpoint({
  method: 'GET',
  path: '/listings/{id}',
  auth: 'user',
  summary: 'One own listing, whole, to go on editing.',
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['not_found'],
});

export const createListing = endpoint({
  method: 'POST',
  path: '/listings',
  auth: 'user',
  summary: 'Begins a draft (L01). It needs only a category.',
  idempotent: true,
  status: 201,
  body: z.strictObject({ categoryId: id }),
  reply: ownListing,
  errors: ['email_not_verified', 'not_found'],
});

export const updateListing = endpoint({
  method: 'PATCH',
  path: '/listings/{id}',
  auth: 'user',
  summary:
    'Autosave of a draft: only the fields that are sent change. Lengths are checked when it is submitted.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    categoryId: z.optional(id),
    title: z.optional(z.string().check(z.maxLength(listingLimits.title.max, 'Use até 80 letras no título.'))),
    description: z.optional(
      z.string().check(z.maxLength(listingLimits.description.max, 'Use até 5.000 letras na descrição.')),
    ),
    priceCents: z.optional(z.nullable(priceCents)),
    stock: z.optional(
      z
        .int('Informe um número inteiro.')
        .check(
          z.minimum(0, 'Informe 0 ou mais.'),
          z.maximum(listingLimits.stock.max, 'O máximo são 999 unidades.'),
        ),
    ),
    deliveryType: z.optional(z.enum(deliveryTypes, 'Escolha como você entrega.')),
    promisedHours: z.optional(
      z.union([z.literal(1), z.literal(6), z.literal(24), z.literal(72)], 'Escolha 1, 6, 24 ou 72 horas.'),
    ),
    plan: z.optional(z.enum(plans, 'Escolha um plano.')),
    attributes: z.optional(
      z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200, 'Use até 200 letras.'))),
    ),
    imageIds: z.optional(z.array(id).check(z.maxLength(listingLimits.images.max, 'Envie até 10 fotos.'))),
    ownershipDeclared: z.optional(z.boolean()),
  }),
  reply: ownListing,
  errors: ['not_found', 'wrong_state'],
});

export const submitListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/submission',
  auth: 'user',
  summary: 'Sends a complete draft to final review (L02–L04).',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: ['not_found', 'wrong_state', 'listing_incomplete'],
});

export const addCodes = endpoint({
  method: 'POST',
  path: '/listings/{id}/codes',
  auth: 'user',
  summary: 'Adds codes for automatic delivery. A code ever seen on the platform is refused (N06).',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    codes: z
      .array(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(4, 'Cada código precisa de pelo menos 4 letras ou números.'),
            z.maxLength(listingLimits.codes.maxLength, 'Cada código pode ter até 500 letras.'),
          ),
      )
      .check(
        z.minLength(1, 'Cole pelo menos 1 código.'),
        z.maxLength(listingLimits.codes.max, 'Envie até 10.000 códigos por vez.'),
      ),
  }),
  reply: z.object({ added: z.int(), stock: z.int() }),
  errors: ['not_found', 'duplicate_code', 'wrong_state'],
});

export const deleteCode = endpoint({
  method: 'DELETE',
  path: '/listings/{id}/codes/{codeId}',
  auth: 'user',
  summary: 'Withdraws one code that was not sold.',
  params: z.strictObject({ id: idText, codeId: idText }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const setListingPause = endpoint({
  method: 'PUT',
  path: '/listings/{id}/pause',
  auth: 'user',
  summary: 'Pauses a published listing or puts a paused one back on sale (L06).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ paused: z.boolean() }),
  reply: ownListing,
  errors: ['not_found', 'wrong_state'],
});

export const removeListing = endpoint({
  method: 'DELETE',
  path: '/listings/{id}',
  auth: 'user',
  summary: 'Takes a listing away (L10). Refused while orders on it are open.',
  params: z.strictObject({ id: idText }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  auth: 'user',
  summary: 'Uploads one photo as raw bytes. It is re-encoded and its metadata is dropped.',
  limit: { max: 120, windowMs: 10 * 60_000, by: 'user' },
  status: 201,
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    maxBytes: listingLimits.images.maxBytes,
  },
  reply: z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  errors: ['payload_too_large', 'unsupported_media', 'too_many_requests'],
});

// Final review -----------------------------------------------------------------------------------------

const queued = z.object({
  id: z.int(),
  title: z.string(),
  priceCents: z.int(),
  cover: z.nullable(z.string()),
  seller: z.string(),
  category: z.string(),
  submittedAt: instant,
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/staff/reviews',
  auth: 'staff',
  summary: 'The final-review queue: Diamante first, then the oldest.',
  reply: z.object({ items: z.array(queued), total: z.int() }),
});

export const getReview = endpoint({
  method: 'GET',
  path: '/staff/reviews/{id}',
  auth: 'staff',
  summary: 'One listing in review with all that the decision needs.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    listing: ownListing,
    categories: z.array(z.string()),
    risky: z.boolean(),
    seller: z.object({
      id: z.int(),
      username: z.string(),
      memberSince: instant,
      salesCount: z.int(),
      listingsCount: z.int(),
      emailVerified: z.boolean(),
    }),
    /** Facts that deserve a look, already in words. */
    signals: z.array(z.string()),
    decidable: z.boolean(),
    notDecidableBecause: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

export const decideReview = endpoint({
  method: 'POST',
  path: '/staff/reviews/{id}/decision',
  auth: 'staff',
  summary: 'Approves, asks for changes or rejects (L05). Reasons are required unless it is approved.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['approve', 'request_changes', 'reject'], 'Escolha aprovar, pedir ajuste ou recusar.'),
    reasons: z.array(z.enum(reviewReasons)).check(z.maxLength(5)),
    note: z.string().check(z.maxLength(1000, 'Use até 1.000 letras.')),
  }),
  reply: z.object({ id: z.int(), state: z.enum(listingStates) }),
  errors: ['not_found', 'already_decided', 'own_decision', 'forbidden'],
});
