import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idText } from '#contract/fields.ts';
import { content, contentSizes } from './content.ts';
import { ownListing } from './own-listings.ts';

export const sendRevision = endpoint({
  method: 'POST',
  path: '/listings/{id}/revisions',
  auth: 'user',
  standing: 'good',
  summary:
    'Submits changes of a listing on sale for final review; the old version stays live meanwhile (L11). One at a time.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  body: z.strictObject(content),
  sizes: contentSizes,
  reply: ownListing,
  errors: [
    'account_suspended',
    'limit_reached',
    'verification_required',
    'not_found',
    'wrong_state',
    'already_requested',
    'listing_incomplete',
  ],
});

export const withdrawRevision = endpoint({
  method: 'DELETE',
  path: '/listings/{id}/revisions/{revisionId}',
  auth: 'user',
  summary: 'Withdraws a change that is pending review.',
  params: z.strictObject({ id: idText, revisionId: idText }),
  reply: ownListing,
  errors: ['not_found', 'wrong_state'],
});
