import * as z from 'zod/mini';
import { listingLimits, listingStates, plans, reviewReasons } from '#domain/listings.ts';
import { deliveryTypes } from '#domain/orders.ts';
import { endpoint } from './endpoint.ts';
import { done, id, idText, instant, priceCents } from './fields.ts';

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
  standing: 'good',
  summary: 'Begins a draft (L01). It needs only a category.',
  idempotent: true,
  status: 201,
  body: z.strictObject({ categoryId: id }),
  reply: ownListing,
  errors: ['account_suspended', 'email_not_verified', 'not_found'],
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
  errors: ['limit_reached', 'verification_required', 'not_found', 'wrong_state'],
});

export const submitListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/submission',
  auth: 'user',
  standing: 'good',
  summary: 'Sends a complete draft to final review (L02–L04).',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: ownListing,
  errors: [
    'account_suspended',
    'limit_reached',
    'verification_required',
    'not_found',
    'wrong_state',
    'listing_incomplete',
  ],
});

export const addCodes = endpoint({
  method: 'POST',
  path: '/listings/{id}/codes',
  auth: 'user',
  standing: 'good',
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
  errors: ['limit_reached', 'verification_required', 'not_found', 'duplicate_code', 'wrong_state'],
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
  standing: 'good',
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
  standing: 'good',
  summary: 'Uploads one photo as raw bytes. It is re-encoded and its metadata is dropped.',
  limit: { max: 120, windowMs: 10 * 60_000, by: 'user' },
  status: 201,
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    maxBytes: listingLimits.images.maxBytes,
  },
  reply: z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  errors: ['account_suspended', 'payload_too_large', 'unsupported_media', 'too_many_requests'],
});
