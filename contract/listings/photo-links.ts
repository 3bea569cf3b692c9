import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, linkToken } from '#contract/fields.ts';
import { uploadImage } from './images.ts';
import { photo } from './content.ts';

/** «Enviar fotos pelo celular» (ADR 60): a link that adds photos to one draft, and does nothing else. */
const link = z.object({
  /** It accepts photos, or waits for a phone to open it. */
  open: z.boolean(),
  /** A phone has opened it. */
  claimed: z.boolean(),
  expiresAt: instant,
  /** The photos uploaded by phone, in the order of arrival. */
  images: z.array(photo),
});
export type PhotoLink = z.infer<typeof link>;

export const createPhotoLink = endpoint({
  method: 'POST',
  path: '/listings/{id}/photo-link',
  auth: 'user',
  // A new link replaces the one before.
  repeats: 'harmless',
  standing: 'good',
  summary:
    'Creates a link with which one phone can add photos to an own draft for some minutes; an older link ends.',
  limit: { max: 30, windowMs: 3_600_000, by: 'user' },
  status: 201,
  params: z.strictObject({ id: idText }),
  reply: z.object({ url: z.string(), link }),
  errors: ['account_suspended', 'not_found', 'wrong_state', 'too_many_requests'],
});

export const getPhotoLink = endpoint({
  method: 'GET',
  path: '/listings/{id}/photo-link',
  auth: 'user',
  summary:
    'Whether a phone has opened the photo link of an own draft, and the photos it added; null without a link.',
  params: z.strictObject({ id: idText }),
  reply: z.object({ link: z.nullable(link) }),
  errors: ['not_found'],
});

export const endPhotoLink = endpoint({
  method: 'DELETE',
  path: '/listings/{id}/photo-link',
  auth: 'user',
  summary: 'Ends the photo link of an own draft at once. Added photos stay.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
  errors: ['not_found'],
});

/** The facts of the draft that the phone sees. */
const phoneDraft = z.object({ title: z.string(), photos: z.int(), max: z.int(), expiresAt: instant });
export type PhoneDraft = z.infer<typeof phoneDraft>;

export const claimPhotoLink = endpoint({
  method: 'POST',
  path: '/public/photo-link-claims',
  auth: 'public',
  // A link opens once.
  repeats: 'harmless',
  summary:
    'Claims a photo link for one phone: its key is set as an HttpOnly cookie, so that the same phone can return.',
  limit: { max: 30, windowMs: 900_000, by: 'ip' },
  status: 201,
  body: z.strictObject({ token: linkToken }),
  reply: phoneDraft,
  errors: ['link_expired', 'account_suspended', 'too_many_requests', 'xsrf_mismatch'],
});

export const getPhoneDraft = endpoint({
  method: 'GET',
  path: '/photo-link',
  auth: 'phone',
  summary: 'The draft that this phone may add photos to.',
  reply: phoneDraft,
  errors: ['link_expired'],
});

export const addPhonePhoto = endpoint({
  method: 'POST',
  path: '/photo-link/photos',
  auth: 'phone',
  // The phone names each photo, and a name counts once.
  repeats: 'harmless',
  standing: 'good',
  summary: 'Adds one photo, as raw bytes, to the draft of the link. It counts towards the seller’s limit.',
  limit: { ...uploadImage.limit!, as: `${uploadImage.method} ${uploadImage.path}` },
  status: 201,
  query: z.strictObject({
    /** The phone’s name for this photo: sent again under it, it is added once. */
    name: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Envie o nome da foto.')),
  }),
  binary: uploadImage.binary!,
  reply: phoneDraft,
  errors: [
    'link_expired',
    'account_suspended',
    'limit_reached',
    'payload_too_large',
    'unsupported_media',
    'too_many_requests',
    'xsrf_mismatch',
  ],
});

export const endPhone = endpoint({
  method: 'DELETE',
  path: '/photo-link',
  auth: 'phone',
  summary: 'Ends the photo link from the phone.',
  reply: emptyReply,
  errors: ['link_expired', 'xsrf_mismatch'],
});
