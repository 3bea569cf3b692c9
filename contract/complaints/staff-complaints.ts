import * as z from 'zod/mini';
import { noteLimits } from '#domain/complaints/rules.ts';
import { complaintResults } from '#domain/complaints/outcomes.ts';
import { complaintReasons, complaintSides, complaintStates } from '#domain/complaints/complaints.ts';
import {
  caseFields,
  fileLink,
  fileParams,
  params,
  percent,
  complaintText,
  complaintStateReply,
} from './case.ts';
import { deliveryRecord } from '#contract/orders/delivery-record.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, singleLine, nullableInstant } from '#contract/fields.ts';
import { onlyAdminReason, pageReply, queueQuery } from '#contract/staff/tables.ts';

const tabs = ['mediacao', 'recursos', 'negociacao', 'encerradas'] as const;

const staffRow = z.object({
  id: z.int(),
  orderId: z.int(),
  code: z.string(),
  title: z.string(),
  reason: z.enum(complaintReasons),
  state: z.enum(complaintStates),
  buyer: z.string(),
  seller: z.string(),
  totalCents: z.int(),
  openedAt: instant,
  /** When the present step should be done, and whether that is over. */
  targetAt: nullableInstant,
  late: z.boolean(),
  /** Fifteen days without a decision: an admin's by now (R12). */
  raised: z.boolean(),
  takenBy: z.nullable(z.string()),
  /** For appeals, the staff member of the first decision. */
  decidedBy: z.nullable(z.string()),
  onlyAdminBecause: onlyAdminReason,
});
export type StaffComplaintRow = z.infer<typeof staffRow>;

export const listComplaints = endpoint({
  method: 'GET',
  path: '/staff/complaints',
  auth: 'staff',
  summary:
    'Complaints by tab and page: in mediation, appealed, negotiating, closed. The earliest deadline comes first.',
  query: queueQuery({ tab: z.optional(z.enum(tabs)) }),
  reply: z.object({
    ...pageReply(staffRow).shape,
    counts: z.object({ mediacao: z.int(), recursos: z.int(), negociacao: z.int(), encerradas: z.int() }),
  }),
});

const feeRule = z.object({
  commissionBps: z.int(),
  minCommissionCents: z.int(),
  maxCommissionCents: z.int(),
  guaranteeBps: z.int(),
  freightCents: z.int(),
  labelCents: z.int(),
});

const staffComplaint = z.object({
  ...caseFields,
  takenBy: z.nullable(z.string()),
  raisedAt: nullableInstant,
  targetAt: nullableInstant,
  limitAt: nullableInstant,
  /** The staff member of each decision, in the order of `decisions`. */
  deciders: z.array(z.nullable(z.string())),
  order: z.object({
    id: z.int(),
    hash: z.string(),
    code: z.string(),
    title: z.string(),
    description: z.string(),
    deliveryType: z.enum(deliveryTypes),
    quantity: z.int(),
    paidAt: nullableInstant,
    promisedAt: nullableInstant,
    deliveredAt: nullableInstant,
    delivery: deliveryRecord,
    settlement: z.nullable(z.string()),
  }),
  money: z.object({
    totalCents: z.int(),
    refundedCents: z.int(),
    feeRule,
  }),
  /** The results of other complaints with this reason. */
  similar: z.array(
    z.object({
      id: z.int(),
      result: z.nullable(z.enum(complaintResults)),
      title: z.string(),
      closedAt: instant,
    }),
  ),
  actions: z.array(
    z.object({
      event: z.enum(['take', 'ask_evidence', 'decide', 'decide_appeal']),
      allowed: z.boolean(),
      because: z.nullable(z.string()),
    }),
  ),
  /** Units of the same listing that could replace this one. */
  unitsLeft: z.int(),
  now: instant,
});
export type StaffComplaint = z.infer<typeof staffComplaint>;

export const getStaffComplaint = endpoint({
  method: 'GET',
  path: '/staff/complaints/{id}',
  auth: 'staff',
  summary: 'A whole case: the statements of both parties, evidence, order, money, and the allowed actions.',
  params,
  reply: staffComplaint,
  errors: ['not_found', 'own_decision'],
});

const staffMove = {
  method: 'POST',
  auth: 'staff',
  idempotent: true,
  params,
  reply: complaintStateReply,
  errors: ['not_found', 'wrong_state', 'forbidden', 'own_decision'],
} as const;

export const takeComplaint = endpoint({
  ...staffMove,
  path: '/staff/complaints/{id}/assignment',
  summary: 'A staff member takes the case; colleagues see who has it.',
});

export const askEvidence = endpoint({
  ...staffMove,
  path: '/staff/complaints/{id}/requests',
  summary:
    'Requests evidence of one party within 48 hours; a party that does not answer loses the point (R06).',
  status: 201,
  body: z.strictObject({
    side: z.enum(complaintSides, 'Escolha a quem perguntar.'),
    words: complaintText('Escreva o que falta provar.', noteLimits.note),
  }),
});

const verdict = z.strictObject({
  result: z.enum(complaintResults, 'Escolha o resultado.'),
  percent: z.optional(percent),
  grounds: complaintText('Escreva os fundamentos.', noteLimits.grounds),
  rule: z
    .string('Cite a regra.')
    .check(singleLine, z.minLength(2, 'Cite a regra.'), z.maxLength(200, 'Use até 200 letras.')),
});

const deciding = {
  method: 'POST',
  auth: 'staff',
  idempotent: true,
  proof: 'recent',
  params,
  reply: complaintStateReply,
  body: verdict,
  errors: [
    'not_found',
    'forbidden',
    'own_decision',
    'already_decided',
    'held_by_colleague',
    'wrong_state',
    'out_of_stock',
    'invalid_request',
    'money_frozen',
  ],
} as const;

export const decideComplaint = endpoint({
  ...deciding,
  path: '/staff/complaints/{id}/decision',
  summary: 'Decides with written grounds and the rule cited: support up to R$ 500, admins above (R07).',
});

export const decideAppeal = endpoint({
  ...deciding,
  path: '/staff/complaints/{id}/appeal-decision',
  body: z.extend(verdict, {
    /** The buyer, who was refunded after the seller's silence, owes the fund its payment to the seller (R04). */
    buyerAbuse: z.optional(z.boolean()),
  }),
  summary: 'Another admin decides the appeal, for good (R09).',
});

export const openStaffComplaintFile = endpoint({
  method: 'POST',
  path: '/staff/complaints/{id}/files/{fileId}/openings',
  auth: 'staff',
  // Each opening is recorded on its own.
  repeats: 'harmless',
  summary:
    'A link, valid for some minutes, to a piece of evidence; the access is recorded with the viewer’s name (F46).',
  limit: { max: 300, windowMs: 3_600_000, by: 'user' },
  params: fileParams,
  reply: fileLink,
  errors: ['not_found'],
});
