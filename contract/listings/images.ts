import * as z from 'zod/mini';
import { listingLimits } from '#domain/listings/limits.ts';
import { endpoint } from '#contract/endpoint.ts';
import { megabytes } from '#contract/fields.ts';

export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  auth: 'user',
  // An image that nothing uses is deleted.
  repeats: 'harmless',
  standing: 'good',
  summary: 'Uploads one photo as raw bytes. It is re-encoded and its metadata is dropped.',
  // Enough for thirty complete listings a day; unused images occupy storage too (T88).
  limit: { max: 300, windowMs: 86_400_000, by: 'user' },
  status: 201,
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    maxBytes: megabytes(listingLimits.imageMegabytes.hard.max),
    size: listingLimits.imageMegabytes,
  },
  reply: z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  errors: ['account_suspended', 'payload_too_large', 'unsupported_media', 'too_many_requests'],
});
