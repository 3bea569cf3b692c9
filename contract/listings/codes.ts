import * as z from 'zod/mini';
import { listingLimits } from '#domain/listings/limits.ts';
import { codeStates } from '#domain/listings/listings.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, megabytes } from '#contract/fields.ts';

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
            z.minLength(listingLimits.codeLetters.hard.min, 'Há um código vazio.'),
            z.maxLength(
              listingLimits.codeLetters.hard.max,
              tooMuchTexts.letters(listingLimits.codeLetters.hard.max),
            ),
          ),
      )
      .check(
        z.minLength(1, 'Cole pelo menos 1 código.'),
        z.maxLength(listingLimits.codes.hard.max, tooMuchTexts.codes(listingLimits.codes.hard.max)),
      ),
  }),
  bodyBytes: megabytes(6),
  sizes: { codes: listingLimits.codes, 'codes.*': listingLimits.codeLetters },
  reply: z.object({ added: z.int(), stock: z.int() }),
  errors: ['limit_reached', 'verification_required', 'not_found', 'duplicate_code', 'wrong_state'],
});

export const listCodes = endpoint({
  method: 'GET',
  path: '/listings/{id}/codes',
  auth: 'user',
  summary: 'The codes of an own listing by their last four, oldest first, in pages of fifty.',
  params: z.strictObject({ id: idText }),
  query: z.strictObject({ after: z.optional(idText) }),
  reply: z.object({
    items: z.array(z.object({ id: z.int(), preview: z.string(), state: z.enum(codeStates) })),
    total: z.int(),
    /** The id to ask after for the next page. */
    next: z.nullable(z.int()),
  }),
  errors: ['not_found'],
});

export const deleteCode = endpoint({
  method: 'DELETE',
  path: '/listings/{id}/codes/{codeId}',
  auth: 'user',
  summary: 'Withdraws one code that was not sold.',
  params: z.strictObject({ id: idText, codeId: idText }),
  reply: emptyReply,
  errors: ['not_found', 'wrong_state'],
});
