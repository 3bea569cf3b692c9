import * as z from 'zod/mini';
import { contestWords, incidentKinds } from '#domain/accounts/seller-levels/contests.ts';
import { exclusionReasons } from '#domain/accounts/seller-levels/figures.ts';
import { checkOutcomes, levelConditions } from '#domain/accounts/seller-levels/monthly-check.ts';
import { sellerColours, sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';
import { contest } from './counting-contests.ts';

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
