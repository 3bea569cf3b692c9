import * as z from 'zod/mini';
import {
  complaintEndings,
  complaintResults,
  proposalKinds,
  proposalStates,
} from '#domain/complaints/outcomes.ts';
import {
  complaintActors,
  complaintReasons,
  complaintSides,
  complaintStates,
} from '#domain/complaints/complaints.ts';
import { idText, instant, nullableInstant } from '#contract/fields.ts';

/** A text of a complaint, with its bounds in letters. */
export function complaintText(ask: string, { min, max }: { min: number; max: number }) {
  return z
    .string(ask)
    .check(
      z.trim(),
      z.minLength(min, `Escreva pelo menos ${min} letras.`),
      z.maxLength(max, `Use até ${max.toLocaleString('pt-BR')} letras.`),
    );
}

export const percent = z
  .int('Informe a parte em porcentagem inteira.')
  .check(z.minimum(1, 'Escolha a partir de 1 %.'), z.maximum(99, 'Escolha até 99 %.'));

export const complaintFile = z.object({
  id: z.int(),
  side: z.enum(complaintSides),
  name: z.string(),
  kind: z.enum(['image', 'pdf', 'text']),
  bytes: z.int(),
  /** The hexadecimal SHA-256 of the stored file, so that a copy can be verified. */
  contentHash: z.string(),
  createdAt: instant,
  /** The accesses, newest first; the two sides see staff only as the team. */
  views: z.array(z.object({ who: z.string(), at: instant })),
});
export type ComplaintFile = z.infer<typeof complaintFile>;

export const complaintProposal = z.object({
  id: z.int(),
  side: z.enum(complaintSides),
  kind: z.enum(proposalKinds),
  refundCents: z.int(),
  percent: z.nullable(z.int()),
  promiseBy: nullableInstant,
  words: z.string(),
  state: z.enum(proposalStates),
  dueAt: nullableInstant,
  createdAt: instant,
});
export type ComplaintProposal = z.infer<typeof complaintProposal>;

export const complaintRequest = z.object({
  id: z.int(),
  side: z.enum(complaintSides),
  words: z.string(),
  askedAt: instant,
  answerBy: nullableInstant,
  answer: z.nullable(z.string()),
  answeredAt: nullableInstant,
  /** The side stayed silent and loses this point (R06). */
  lapsedAt: nullableInstant,
});
export type ComplaintRequest = z.infer<typeof complaintRequest>;

export const complaintDecision = z.object({
  instance: z.enum(['first', 'appeal']),
  result: z.enum(complaintResults),
  refundCents: z.int(),
  percent: z.nullable(z.int()),
  grounds: z.string(),
  rule: z.string(),
  /** A deadline decided, not a person (R04). */
  byDeadline: z.boolean(),
  /** The amount the guarantee fund pays the seller after a refund by silence (R04); null for the buyer. */
  compensationCents: z.nullable(z.int()),
  /** How much of that the buyer owes; null to the seller. */
  buyerDebtCents: z.nullable(z.int()),
  at: instant,
});

export const complaintEntry = z.object({
  event: z.string(),
  actor: z.enum(complaintActors),
  words: z.nullable(z.string()),
  facts: z.record(z.string(), z.unknown()),
  at: instant,
});
export type ComplaintEntry = z.infer<typeof complaintEntry>;

/** The fields that both sides and staff see. */
export const caseFields = {
  id: z.int(),
  reason: z.enum(complaintReasons),
  wish: z.enum(['full', 'partial', 'replacement', 'fix']),
  words: z.string(),
  state: z.enum(complaintStates),
  openedAt: instant,
  mediatedAt: nullableInstant,
  decidedAt: nullableInstant,
  closedAt: nullableInstant,
  buyer: z.string(),
  seller: z.string(),
  totalCents: z.int(),
  /** The remaining amount of the sale, including refunds by this complaint. */
  atStakeCents: z.int(),
  /** The amount refunded before its end: the uncontested part (R08). */
  paidCents: z.int(),
  /** The deadline of the current state, who must act, and what happens then. */
  due: z.nullable(z.object({ at: instant, event: z.string() })),
  promise: z.nullable(
    z.object({ kind: z.enum(['fix', 'replacement']), by: instant, fulfilledAt: nullableInstant }),
  ),
  /** It may end with everything going back after the thing came back (S11). */
  mayReturn: z.boolean(),
  result: z.nullable(z.enum(complaintResults)),
  refundCents: z.int(),
  ending: z.nullable(z.enum(complaintEndings)),
  decisions: z.array(complaintDecision),
  appeals: z.array(
    z.object({ side: z.enum(complaintSides), ground: z.string(), words: z.string(), at: instant }),
  ),
  /** Until when a losing side may appeal; from then on the appeals can be judged. */
  appealsEndAt: nullableInstant,
  /** Losing sides that accepted the decision. */
  waived: z.array(z.enum(complaintSides)),
  proposals: z.array(complaintProposal),
  requests: z.array(complaintRequest),
  files: z.array(complaintFile),
  timeline: z.array(complaintEntry),
} as const;

export const params = z.strictObject({ id: idText });

/** The reply to a step: the case with its current state. */
export const complaintStateReply = z.object({ id: z.int(), state: z.enum(complaintStates) });

/** The request and reply for a link to a piece of evidence. */
export const fileParams = z.strictObject({ id: idText, fileId: idText });
export const fileLink = z.object({ url: z.string() });
