import * as z from 'zod/mini';
import {
  contestCauses,
  contestStates,
  contestWords,
  incidentKinds,
} from '#domain/accounts/seller-levels/contests.ts';
import { exclusionReasons } from '#domain/accounts/seller-levels/figures.ts';
import { checkOutcomes, levelConditions } from '#domain/accounts/seller-levels/monthly-check.ts';
import { sellerColours, sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/people.ts';

const level = z.enum(sellerLevels);

const rate = z.nullable(z.int());

export const listSellerLevels = endpoint({
  method: 'GET',
  path: '/public/seller-levels',
  auth: 'public',
  mayUseReplica: true,
  summary: 'What each level of sellers needs and brings, by the settings in force (§4.13, N08).',
  reply: z.object({
    items: z.array(
      z.object({
        level,
        /** Completed sales that count. */
        sales: z.int(),
        /** Taken off the plan's commission, in basis points. */
        rebateBps: z.int(),
        /** The release delay in milliseconds where no category demands more. */
        holdMs: z.int(),
      }),
    ),
    /** The share of deliveries on time that gold needs, in basis points. */
    goldOnTimeBps: z.int(),
  }),
});

export const getSellerLevel = endpoint({
  method: 'GET',
  path: '/seller-level',
  auth: 'user',
  summary:
    'The own level as a seller (§4.13): what counts now, what the next level needs, and what a check would find now.',
  reply: z.object({
    level,
    /** Null before the first paid sale. */
    since: nullableInstant,
    colour: z.nullable(z.enum(sellerColours)),
    /** Checks in a row below the level, and when the first of them warned. */
    badMonths: z.int(),
    warnedAt: nullableInstant,
    /** What is counted at this moment; rates in basis points, null without anything to divide by. */
    figures: z.object({
      sales: z.int(),
      windowDays: z.int(),
      orders: z.int(),
      claims: z.int(),
      cancellations: z.int(),
      delivered: z.int(),
      late: z.int(),
      claimsBps: rate,
      cancellationsBps: rate,
      lateBps: rate,
      excluded: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.int() })),
    }),
    /** Null at the highest level. */
    next: z.nullable(z.object({ level, sales: z.int(), missing: z.array(z.enum(levelConditions)) })),
    /** The result of the next monthly check, if nothing changed until then. */
    forecast: z.object({ level, outcome: z.enum(checkOutcomes) }),
    /** The release delay in milliseconds where no category demands more, and what the level takes off the commission. */
    terms: z.object({ holdMs: z.int(), rebateBps: z.int() }),
  }),
});

const contest = z.object({
  id: z.int(),
  state: z.enum(contestStates),
  words: z.string(),
  cause: z.nullable(z.enum(contestCauses)),
  note: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: nullableInstant,
});

const counted = z.object({
  orderId: z.int(),
  hash: z.string(),
  title: z.string(),
  paidAt: instant,
  kinds: z.array(z.enum(incidentKinds)),
  /** Why it counts for nothing; null where it counts. */
  excluded: z.nullable(z.enum(exclusionReasons)),
  contest: z.nullable(contest),
});

export const countedPerPage = 50;

export const listCountedSales = endpoint({
  method: 'GET',
  path: '/seller-level/sales',
  auth: 'user',
  summary:
    'The sales of the last year that count against the seller, or were excluded, with their reasons; newest first, fifty at a time.',
  query: z.strictObject({ before: z.optional(idText) }),
  reply: z.object({
    items: z.array(counted),
    /** For `before`; null after the oldest. */
    next: z.nullable(z.int()),
  }),
});

export const contestSale = endpoint({
  method: 'POST',
  path: '/orders/{hash}/counting-contest',
  auth: 'user',
  summary: 'The seller contests once how a sale counts for their level (§4.13); the team decides.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ hash: z.string().check(z.maxLength(64)) }),
  body: z.strictObject({
    words: z
      .string('Conte o que aconteceu.')
      .check(
        z.trim(),
        z.minLength(contestWords.min, `Conte o que aconteceu em ao menos ${contestWords.min} letras.`),
        z.maxLength(contestWords.max, `Use até ${contestWords.max} letras.`),
      ),
  }),
  reply: contest,
  errors: ['not_found', 'wrong_state'],
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
