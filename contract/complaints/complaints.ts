import * as z from 'zod/mini';
import { complaintLimits, noteLimits } from '#domain/complaints/rules.ts';
import { proposalKinds } from '#domain/complaints/outcomes.ts';
import { complaintReasons } from '#domain/complaints/complaints.ts';
import {
  caseFields,
  complaintFile,
  fileLink,
  fileParams,
  params,
  percent,
  complaintText,
  complaintStateReply,
} from './case.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, idText, instant, singleLine, megabytes, requiredText } from '#contract/fields.ts';

/** Everything a side could do at some time, with the reason where it can't now. */
const action = z.object({
  event: z.enum([
    'answer',
    'propose',
    'fulfil',
    'confirm_promise',
    'escalate',
    'add_file',
    'appeal',
    'concede',
    'waive',
    'withdraw',
  ]),
  allowed: z.boolean(),
  because: z.nullable(z.string()),
});

export const complaint = z.object({
  ...caseFields,
  viewerIs: z.enum(['buyer', 'seller']),
  deliveryType: z.enum(deliveryTypes),
  actions: z.array(action),
  now: instant,
});
export type Complaint = z.infer<typeof complaint>;
export type ComplaintAction = z.infer<typeof action>;

export const listOrderComplaints = endpoint({
  method: 'GET',
  path: '/orders/{hash}/complaints',
  auth: 'user',
  summary:
    'The complaints about an order, newest first, for its buyer and seller, and whether one may be opened.',
  params: z.strictObject({ hash }),
  reply: z.object({
    items: z.array(complaint),
    /** For the buyer: whether a complaint can be opened, why not, for which reasons, and for which there was one. */
    opening: z.nullable(
      z.object({
        allowed: z.boolean(),
        because: z.nullable(z.string()),
        reasons: z.array(z.enum(complaintReasons)),
        usedReasons: z.array(z.enum(complaintReasons)),
        answerMs: z.int(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const openComplaint = endpoint({
  method: 'POST',
  path: '/orders/{hash}/complaints',
  auth: 'user',
  summary: 'The buyer opens a complaint (R01): the order and its money are blocked.',
  idempotent: true,
  status: 201,
  params: z.strictObject({ hash }),
  body: z.strictObject({
    reason: z.enum(complaintReasons, 'Escolha o motivo.'),
    wish: z.enum(['full', 'partial', 'replacement', 'fix'], 'Escolha o que você espera.'),
    words: requiredText('Conte o que aconteceu.', complaintLimits.words),
  }),
  sizes: { words: complaintLimits.words },
  reply: z.object({ id: z.int() }),
  errors: ['not_found', 'forbidden', 'wrong_state', 'complaint_open', 'complaint_repeated'],
});

const move = {
  method: 'POST',
  auth: 'user',
  idempotent: true,
  params,
  reply: complaintStateReply,
  errors: ['not_found', 'wrong_state', 'forbidden'],
} as const;

const proposed = {
  kind: z.enum(proposalKinds, 'Escolha o que você propõe.'),
  /** For `partial`: how much of the price goes back. */
  percent: z.optional(percent),
  /** The promised date, for `fix` and for a manually delivered replacement. */
  promiseBy: z.optional(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/, 'Confira a data.')),
  ),
  words: z.optional(z.string().check(z.trim(), z.maxLength(noteLimits.note.max, 'Use até 2.000 letras.'))),
};

export const answerComplaint = endpoint({
  ...move,
  path: '/complaints/{id}/answer',
  summary: 'The seller answers with a text (R02); the negotiation begins.',
  body: z.strictObject({ words: requiredText('Conte a sua versão.', complaintLimits.words) }),
  sizes: { words: complaintLimits.words },
});

export const proposeOutcome = endpoint({
  ...move,
  path: '/complaints/{id}/proposals',
  summary: 'A party proposes an outcome (R03); it replaces an earlier proposal of the same party.',
  status: 201,
  body: z.strictObject(proposed),
});

export const answerProposal = endpoint({
  ...move,
  path: '/complaints/{id}/proposals/{proposalId}/answer',
  summary: 'The other party accepts a proposal, which is carried out at once, or refuses it (R03).',
  params: z.strictObject({ id: idText, proposalId: idText }),
  body: z.strictObject({ answer: z.enum(['accept', 'refuse'], 'Escolha aceitar ou recusar.') }),
  errors: ['not_found', 'wrong_state', 'out_of_stock', 'money_frozen'],
});

export const fulfilPromise = endpoint({
  ...move,
  path: '/complaints/{id}/fulfilment',
  summary: 'The seller declares how the agreed repair or replacement was delivered (R03).',
  body: z.strictObject({ words: complaintText('Conte como você entregou.', noteLimits.note) }),
});

export const confirmPromise = endpoint({
  ...move,
  path: '/complaints/{id}/confirmation',
  summary: 'The buyer confirms that the agreement was fulfilled; the complaint ends.',
});

export const escalateComplaint = endpoint({
  ...move,
  path: '/complaints/{id}/mediation',
  summary:
    'A party escalates to mediation by staff: after 24 hours, or at once if an account was taken back (R05).',
});

export const answerRequest = endpoint({
  ...move,
  path: '/complaints/{id}/requests/{requestId}/answer',
  summary: 'A party answers a request of staff (R06).',
  params: z.strictObject({ id: idText, requestId: idText }),
  body: z.strictObject({ words: complaintText('Escreva a resposta.', noteLimits.note) }),
});

export const appealDecision = endpoint({
  ...move,
  path: '/complaints/{id}/appeal',
  summary: 'A losing party appeals once, with a new fact or an error (R08).',
  body: z.strictObject({
    ground: z.enum(['new_fact', 'error'], 'Diga se há um fato novo ou um erro.'),
    words: requiredText('Explique o recurso.', complaintLimits.words),
  }),
  sizes: { words: complaintLimits.words },
  errors: ['not_found', 'wrong_state', 'forbidden', 'money_frozen'],
});

export const acceptDecision = endpoint({
  ...move,
  path: '/complaints/{id}/acceptance',
  summary:
    'A losing party waives its appeal: the decision, or its uncontested part, is carried out as soon as the other party cannot appeal (R08, R10).',
  errors: ['not_found', 'wrong_state', 'forbidden', 'money_frozen'],
});

export const withdrawComplaint = endpoint({
  ...move,
  path: '/complaints/{id}/withdrawal',
  summary: 'The buyer withdraws the complaint for good (R11).',
});

export const addComplaintFile = endpoint({
  method: 'POST',
  path: '/complaints/{id}/files',
  auth: 'user',
  // Each file is evidence of its own.
  repeats: 'harmless',
  summary: 'A party adds a piece of evidence: JPG, PNG, PDF or TXT up to 10 MB, ten a party (F46).',
  status: 201,
  limit: { max: 60, windowMs: 3_600_000, by: 'user' },
  params,
  query: z.strictObject({
    /** As its sender calls it; it may say nothing. */
    name: z.optional(z.string().check(singleLine, z.maxLength(255, 'O nome do arquivo é longo demais.'))),
  }),
  binary: {
    types: ['image/jpeg', 'image/png', 'application/pdf', 'text/plain'],
    maxBytes: megabytes(complaintLimits.fileMegabytes.hard.max),
    size: complaintLimits.fileMegabytes,
  },
  reply: complaintFile,
  errors: [
    'not_found',
    'wrong_state',
    'unsupported_media',
    'unsafe_file',
    'payload_too_large',
    'limit_reached',
  ],
});

export const openComplaintFile = endpoint({
  method: 'POST',
  path: '/complaints/{id}/files/{fileId}/openings',
  auth: 'user',
  // Each opening is recorded on its own.
  repeats: 'harmless',
  summary: 'A link, valid for some minutes, to a piece of evidence; the access is recorded (F46).',
  limit: { max: 300, windowMs: 3_600_000, by: 'user' },
  params: fileParams,
  reply: fileLink,
  errors: ['not_found'],
});
