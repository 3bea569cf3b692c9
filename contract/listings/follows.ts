import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, instant } from '#contract/fields.ts';

const params = z.strictObject({ username: z.string().check(z.maxLength(20)) });

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  auth: 'user',
  summary: 'The sellers a person follows, last followed first.',
  reply: z.object({
    items: z.array(
      z.object({
        username: z.string(),
        image: z.string(),
        listingsCount: z.int(),
        /** Suspended or banned: the profile cannot be seen now. */
        available: z.boolean(),
        since: instant,
      }),
    ),
    max: z.int(),
  }),
});

export const getFollow = endpoint({
  method: 'GET',
  path: '/follows/{username}',
  auth: 'user',
  summary: 'Whether the person follows this seller.',
  params,
  reply: z.object({ following: z.boolean() }),
});

export const follow = endpoint({
  method: 'PUT',
  path: '/follows/{username}',
  auth: 'user',
  summary: 'Follows a seller: notifications about new listings, at most once a day. Idempotent.',
  params,
  reply: emptyReply,
  errors: ['not_found', 'forbidden', 'limit_reached'],
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/follows/{username}',
  auth: 'user',
  summary: 'Unfollows a seller.',
  params,
  reply: emptyReply,
});
