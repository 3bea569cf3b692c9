import * as z from 'zod/mini';
import {
  documentKinds,
  documentLevels,
  documentParts,
  documentRefusals,
  documentStates,
  providerAnswers,
} from '#domain/accounts/documents/checks.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

/** A sending of documents in the queue: nothing of the documents themselves. */
const queued = z.object({
  id: z.int(),
  userId: z.int(),
  username: z.string(),
  level: z.enum(documentLevels),
  kind: z.enum(documentKinds),
  state: z.enum(documentStates),
  isClaim: z.boolean(),
  provider: z.enum(providerAnswers),
  /** Whether two people decide, who approved first, and whether that was the viewer. */
  needsTwo: z.boolean(),
  firstBy: z.nullable(z.string()),
  isFirstMine: z.boolean(),
  isOwn: z.boolean(),
  createdAt: instant,
  /** The last day of an approval, `YYYY-MM-DD`. */
  validUntil: z.nullable(z.string()),
});
export type QueuedDocumentCheck = z.infer<typeof queued>;

export const listDocumentChecks = endpoint({
  method: 'GET',
  path: '/staff/document-checks',
  auth: 'staff',
  summary: 'Documents to be decided, oldest first, or approvals in force, newest first; at most a hundred.',
  query: z.strictObject({ view: z.optional(z.enum(['open', 'approved'])) }),
  reply: z.object({ items: z.array(queued) }),
});

const params = z.strictObject({ id: idText });

export const openDocuments = endpoint({
  method: 'POST',
  path: '/staff/document-checks/{id}/openings',
  auth: 'staff',
  // Each opening is an entry of the audit log.
  repeats: 'harmless',
  summary:
    'Shows the documents that wait for a decision, by links of five minutes; each opening is recorded (ADR 0053).',
  params,
  reply: z.object({
    fullName: z.string(),
    document: z.string(),
    bornOn: z.string(),
    expiresOn: z.nullable(z.string()),
    claimWords: z.nullable(z.string()),
    files: z.array(z.object({ part: z.enum(documentParts), url: z.string(), isPicture: z.boolean() })),
    /** Another account has proven this number. */
    heldElsewhere: z.boolean(),
    /** Another account has sent one of these files. */
    sentElsewhere: z.boolean(),
  }),
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided'],
});

export const decideDocuments = endpoint({
  method: 'POST',
  path: '/staff/document-checks/{id}/decision',
  auth: 'staff',
  summary: 'Approves or refuses documents; N3 and claims need the approval of two different people (§4.14).',
  idempotent: true,
  params,
  body: z.strictObject({
    decision: z.enum(['approve', 'refuse'], 'Escolha aprovar ou recusar.'),
    /** Of a refusal. */
    refusal: z.optional(z.enum(documentRefusals, 'Escolha o motivo.')),
    /** The owner reads it with a refusal. */
    note: staffReason,
  }),
  reply: queued,
  errors: ['not_found', 'forbidden', 'own_decision', 'already_decided', 'invalid_request', 'wrong_state'],
});

export const revokeDocuments = endpoint({
  method: 'POST',
  path: '/staff/document-checks/{id}/revocation',
  auth: 'staff',
  proof: 'recent',
  summary: 'Withdraws an approval with a reason, which the person reads; level N3 ends with it.',
  idempotent: true,
  params,
  body: z.strictObject({ reason: staffReason }),
  reply: queued,
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'step_up_required'],
});
