import * as z from 'zod/mini';
import {
  returnDueEvents,
  returnOutcomes,
  returnReasons,
  returnStates,
  returnWays,
} from '#domain/shipping/returns/returns.ts';
import { shipmentStates } from '#domain/shipping/shipments.ts';
import { ownCarriers } from '#domain/shipping/tracking-codes.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, id, instant, nullableInstant, singleLine } from '#contract/fields.ts';
import { deliveryFile } from '#contract/orders/delivery-files.ts';
import { orderAddress, parcelEvents } from './shipments.ts';

/** The actions of a side on a return. */
export const returnActions = [
  'make_label',
  'print_label',
  'post',
  'hand_back',
  'cancel',
  'accept',
  'contest',
] as const;
export type ReturnAction = (typeof returnActions)[number];

/** The newest return of an order, as its parties and staff see it (S11). */
export const orderReturn = z.object({
  id: z.int(),
  reason: z.enum(returnReasons),
  way: z.enum(returnWays),
  state: z.enum(returnStates),
  openedAt: instant,
  /** The end of the time to post it, or to hand it back. */
  postBy: instant,
  /** What happens next by itself, and when; null at the end. */
  dueAt: nullableInstant,
  dueEvent: z.nullable(z.enum(returnDueEvents)),
  /** Who pays the way back; never the buyer. */
  paidBy: z.enum(['seller', 'platform']),
  /** What the buyer gets back for posting it at a counter, as balance. */
  postageCents: z.int(),
  labelReady: z.boolean(),
  carrier: z.nullable(z.string()),
  trackingCode: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  parcelState: z.enum(shipmentStates),
  postedAt: nullableInstant,
  arrivedAt: nullableInstant,
  closedAt: nullableInstant,
  events: parcelEvents,
  /** Where the buyer sends it, while it is open; null for others and where a label has it. */
  to: z.nullable(orderAddress),
  /** What the seller says is wrong with it; the files of a contest that is not sent yet are shown to the seller only. */
  contest: z.nullable(z.object({ words: z.string(), at: instant })),
  files: z.array(deliveryFile),
  outcome: z.nullable(z.enum(returnOutcomes)),
  /** The reason of staff's decision. */
  decisionNote: z.nullable(z.string()),
  /** What the viewer does next (N12); null for staff. */
  nextStep: z.nullable(z.string()),
  actions: z.array(z.enum(returnActions)),
});
export type OrderReturn = z.infer<typeof orderReturn>;

const params = z.strictObject({ hash });
const moved = z.object({ hash: z.string(), state: z.enum(returnStates) });
const move = {
  method: 'POST',
  auth: 'user',
  idempotent: true,
  params,
  reply: moved,
} as const;

export const makeReturnLabel = endpoint({
  method: 'POST',
  path: '/orders/{hash}/return/label',
  auth: 'user',
  // The label of a return is bought once, however often it is asked for.
  repeats: 'harmless',
  summary: 'Buys the label of a return from its carrier, for the buyer, who pays nothing for it (S11).',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  params,
  reply: z.object({ trackingCode: z.nullable(z.string()) }),
  errors: ['not_found', 'wrong_state', 'unavailable', 'too_many_requests'],
});

export const printReturnLabel = endpoint({
  method: 'POST',
  path: '/orders/{hash}/return/label-pdf',
  auth: 'user',
  // It reads only.
  repeats: 'harmless',
  summary: 'The label of a return as a PDF, for the buyer (S11).',
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  params,
  /** The PDF in base 64. */
  reply: z.object({ pdf: z.string() }),
  errors: ['not_found', 'wrong_state', 'unavailable', 'too_many_requests'],
});

export const postReturn = endpoint({
  ...move,
  path: '/orders/{hash}/return/posting',
  summary: 'The buyer posted a return at a counter, with its tracking code if it has one (S09, S11).',
  body: z.strictObject({
    carrier: z.enum(ownCarriers, 'Escolha a transportadora.'),
    trackingCode: z.nullable(z.string().check(singleLine, z.maxLength(60, 'Confira o código de rastreio.'))),
  }),
  errors: ['not_found', 'wrong_state', 'invalid_request'],
});

export const handBack = endpoint({
  ...move,
  path: '/orders/{hash}/return/handover',
  summary: 'The buyer handed a picked up thing back; the seller has 48 hours to contest it (S11).',
  errors: ['not_found', 'wrong_state'],
});

export const cancelReturn = endpoint({
  ...move,
  path: '/orders/{hash}/return/cancellation',
  summary: 'The buyer keeps the thing after all: the return ends and the sale goes on (S11).',
  errors: ['not_found', 'wrong_state'],
});

export const acceptReturn = endpoint({
  ...move,
  path: '/orders/{hash}/return/receipt',
  summary: 'The seller has it back as it was: the refund leaves at once (S11).',
  errors: ['not_found', 'wrong_state', 'money_frozen'],
});

export const contestReturn = endpoint({
  ...move,
  path: '/orders/{hash}/return/contest',
  summary: 'The seller contests what came back, with photos; staff decide (S11).',
  body: z.strictObject({
    words: z
      .string('Conte o que está errado com o que voltou.')
      .check(
        z.trim(),
        z.minLength(20, 'Conte o que está errado em pelo menos 20 letras.'),
        z.maxLength(2000, 'Use até 2.000 letras.'),
      ),
    /** Files that were sent up for this contest, in the order in which they are shown. */
    fileIds: z
      .array(id)
      .check(z.maxLength(deliveryLimits.files.hard.max, tooMuchTexts.files(deliveryLimits.files.hard.max))),
  }),
  sizes: { fileIds: deliveryLimits.files },
  errors: ['not_found', 'wrong_state', 'invalid_request'],
});
