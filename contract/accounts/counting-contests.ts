import * as z from 'zod/mini';
import { contestCauses, contestStates, incidentKinds } from '#domain/accounts/seller-levels/contests.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

/** A seller's contest of how a sale counts (§4.13). */
export const contest = z.object({
  id: z.int(),
  state: z.enum(contestStates),
  words: z.string(),
  cause: z.nullable(z.enum(contestCauses)),
  note: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: nullableInstant,
});

export const listContests = endpoint({
  method: 'GET',
  path: '/staff/counting-contests',
  auth: 'staff',
  summary: 'Contests of sellers that are not decided yet, oldest first; at most a hundred.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        orderId: z.int(),
        title: z.string(),
        seller: z.string(),
        buyer: z.string(),
        kinds: z.array(z.enum(incidentKinds)),
        words: z.string(),
        createdAt: instant,
      }),
    ),
  }),
});

export const decideContest = endpoint({
  method: 'POST',
  path: '/staff/counting-contests/{id}/decision',
  auth: 'staff',
  summary: 'Decides a contest: an accepted one excludes the sale, and its seller is counted again at once.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['accept', 'reject'], 'Escolha aceitar ou recusar.'),
    /** Of an accepted one. */
    cause: z.optional(z.enum(contestCauses, 'Escolha o motivo.')),
    note: staffReason,
  }),
  reply: contest,
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided', 'invalid_request'],
});

export const recordInterview = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/seller-interview',
  auth: 'staff',
  proof: 'recent',
  summary: 'An admin records the interview that the highest level of a seller needs; never their own.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ reason: staffReason }),
  reply: z.object({ id: z.int(), interviewedAt: instant }),
  errors: ['not_found', 'forbidden', 'own_decision', 'step_up_required', 'wrong_state'],
});
