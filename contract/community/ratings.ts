import * as z from 'zod/mini';
import { ratingRoles, ratingStates, ratingLimits } from '#domain/community/ratings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, idText, instant, nullableInstant, requiredText, optionalText } from '#contract/fields.ts';

/** The finer grades, each null where the buyer left it out; null when none was given. */
const details = z.nullable(
  z.object({
    description: z.nullable(z.int()),
    punctuality: z.nullable(z.int()),
    service: z.nullable(z.int()),
  }),
);

const given = {
  id: z.int(),
  stars: z.int(),
  details,
  text: z.string(),
  reply: z.nullable(z.string()),
  repliedAt: nullableInstant,
  publishedAt: nullableInstant,
};

const writeRefusals = ['not_concluded', 'in_complaint', 'published', 'too_late'] as const;
const replyRefusals = ['in_complaint', 'not_published', 'replied', 'too_late'] as const;

/** The ratings of one order as one of its parties sees them. */
export const orderRatings = z.object({
  /** Null as long as the order has not ended after a delivery. */
  closesAt: nullableInstant,
  /** `removed`: the team took it off the pages (§4.12). */
  mine: z.nullable(z.object({ ...given, state: z.enum(ratingStates), removed: z.boolean() })),
  /** The published rating about the viewer. */
  theirs: z.nullable(z.object(given)),
  /** The other side has written, whatever it says. */
  otherWrote: z.boolean(),
  /** Why the viewer may not write or change now; null when they may. */
  writeRefusal: z.nullable(z.enum(writeRefusals)),
  /** Why the viewer may not reply to the rating about them; null when they may. */
  replyRefusal: z.nullable(z.enum(replyRefusals)),
});
export type OrderRatings = z.infer<typeof orderRatings>;

const orderParams = z.strictObject({ hash });

export const getOrderRatings = endpoint({
  method: 'GET',
  path: '/orders/{hash}/ratings',
  auth: 'user',
  summary: 'The ratings of an order for one of its parties; the other party’s rating once it is published.',
  params: orderParams,
  reply: orderRatings,
  errors: ['not_found'],
});

const grade = z
  .int('Dê de 1 a 5 estrelas.')
  .check(z.minimum(1, 'Dê de 1 a 5 estrelas.'), z.maximum(5, 'Dê de 1 a 5 estrelas.'));

export const rateOrder = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/rating',
  auth: 'user',
  summary:
    'Rates the other party of an ended order, or changes the rating while it is unpublished (F48, §4.12).',
  idempotent: true,
  params: orderParams,
  body: z.strictObject({
    stars: grade,
    /** The buyer may give any of them; a seller may not. */
    description: z.optional(grade),
    punctuality: z.optional(grade),
    service: z.optional(grade),
    text: optionalText('Conte como foi.', ratingLimits.text),
  }),
  sizes: { text: ratingLimits.text },
  reply: orderRatings,
  errors: ['not_found', 'wrong_state'],
});

export const replyToRating = endpoint({
  method: 'POST',
  path: '/ratings/{id}/reply',
  auth: 'user',
  summary: 'The single public reply of the rated person, within some days of publication.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    text: requiredText('Escreva a resposta.', ratingLimits.reply),
  }),
  sizes: { text: ratingLimits.reply },
  reply: orderRatings,
  errors: ['not_found', 'wrong_state'],
});

export const listPendingRatings = endpoint({
  method: 'GET',
  path: '/ratings/pending',
  auth: 'user',
  summary: 'Orders that the viewer may still rate, the earliest deadline first; at most five.',
  reply: z.object({
    items: z.array(
      z.object({
        hash: z.string(),
        title: z.string(),
        viewerIs: z.enum(ratingRoles),
        otherParty: z.string(),
        closesAt: instant,
      }),
    ),
  }),
});

/** Published ratings in figures. `hundredths` is the Bayesian mean of §4.13, in hundredths of a star. */
const scores = z.object({
  count: z.int(),
  hundredths: z.int(),
  /** How many of one to five stars. */
  stars: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  /** Plain means of the finer grades in hundredths. */
  details,
});
export type Scores = z.infer<typeof scores>;

const publicRating = z.object({
  id: z.int(),
  stars: z.int(),
  details,
  text: z.string(),
  /** Masked, `jo***`, to protect the buyer's privacy. */
  author: z.string(),
  /** Shown only for ratings of a seller, to protect the buyer's privacy. */
  listing: z.nullable(z.object({ slug: z.string(), title: z.string() })),
  /** Out of the figures: the seller won a complaint that says the contrary, or the sale counts for nothing (ADR 0080). */
  discounted: z.boolean(),
  /** The order was refunded after delivery. */
  refunded: z.boolean(),
  publishedAt: instant,
  reply: z.nullable(z.string()),
  repliedAt: nullableInstant,
});
export type PublicRating = z.infer<typeof publicRating>;

const ratingPage = z.object({ items: z.array(publicRating), next: z.nullable(z.int()) });

export const listListingRatings = endpoint({
  method: 'GET',
  path: '/public/listings/{slug}/ratings',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Published ratings of a listing, newest first, with its scores and those of its seller.',
  params: z.strictObject({ slug: z.string().check(z.maxLength(120)) }),
  query: z.strictObject({ before: z.optional(idText) }),
  reply: z.object({ scores, seller: scores, ...ratingPage.shape }),
  errors: ['not_found'],
});

export const listProfileRatings = endpoint({
  method: 'GET',
  path: '/public/profiles/{username}/ratings',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Published ratings of a person as seller or as buyer, newest first, with the scores of both.',
  params: z.strictObject({ username: z.string().check(z.maxLength(60)) }),
  query: z.strictObject({
    role: z.optional(z.enum(ratingRoles, 'Escolha seller ou buyer.')),
    before: z.optional(idText),
  }),
  reply: z.object({ seller: scores, buyer: scores, role: z.enum(ratingRoles), ...ratingPage.shape }),
  errors: ['not_found'],
});
