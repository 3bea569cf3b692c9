import * as z from 'zod/mini';
import {
  documentKinds,
  documentLevels,
  documentLimits,
  documentParts,
  documentRefusals,
  documentStates,
} from '#domain/accounts/documents/checks.ts';
import { documentNeeds } from '#domain/accounts/documents/rules.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idText, instant, nullableInstant, singleLine } from '#contract/fields.ts';

/** A sending of documents as its owner reads it (§4.14). */
const ownCheck = z.object({
  id: z.int(),
  state: z.enum(documentStates),
  level: z.enum(documentLevels),
  kind: z.enum(documentKinds),
  createdAt: instant,
  decidedAt: nullableInstant,
  /** Why it was refused, and the words of the team. */
  refusal: z.nullable(z.enum(documentRefusals)),
  note: z.nullable(z.string()),
  /** The last day of an approval, `YYYY-MM-DD`. */
  validUntil: z.nullable(z.string()),
  /** Why an approval was withdrawn. */
  revocation: z.nullable(z.string()),
  isClaim: z.boolean(),
  /** Refused because it confirms another account: its owner may ask for it back. */
  mayClaim: z.boolean(),
  filesRemovedAt: nullableInstant,
});
export type OwnDocumentCheck = z.infer<typeof ownCheck>;

const ownDocuments = z.object({
  /** The newest sending; null before the first. */
  check: z.nullable(ownCheck),
  /** The approval in force, which a newer sending does not end. */
  approved: z.nullable(z.object({ level: z.enum(documentLevels), validUntil: z.string() })),
  maySend: z.boolean(),
  neededFrom: z.enum(documentNeeds),
  selfie: z.boolean(),
  filesDays: z.int(),
  /** What the account declares already; null: it is typed with the documents. */
  declared: z.nullable(z.object({ fullName: z.string(), document: z.string(), isCompany: z.boolean() })),
  /** What is missing before documents can be sent. */
  needs: z.nullable(z.enum(['email', 'phone'])),
});
export type OwnDocuments = z.infer<typeof ownDocuments>;

export const getDocuments = endpoint({
  method: 'GET',
  path: '/documents',
  auth: 'user',
  summary: 'The own documents: the newest sending, the approval in force, and what can be sent (§4.14).',
  reply: ownDocuments,
});

export const uploadDocumentFile = endpoint({
  method: 'POST',
  path: '/document-files',
  auth: 'user',
  // A file that is never sent is deleted after a day.
  repeats: 'harmless',
  summary:
    'Uploads one side of a document or the selfie as raw bytes: an image is re-encoded, a PDF is checked. It is stored encrypted with a key of its own.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'user' },
  status: 201,
  query: z.strictObject({ part: z.enum(documentParts, 'Diga que parte do documento é.') }),
  binary: documentLimits.file,
  reply: z.object({ id: z.int(), part: z.enum(documentParts), bytes: z.int() }),
  errors: ['payload_too_large', 'unsupported_media', 'unsafe_file', 'too_many_requests'],
});

const missingFront = 'Envie a frente do documento.';
const day = (missing: string) => z.string(missing).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Confira a data.'));

export const sendDocuments = endpoint({
  method: 'POST',
  path: '/document-checks',
  auth: 'user',
  summary:
    'Sends uploaded files for a decision. Name, birth date and number are typed only by an account that declares none; whether another account has the number is not said (ADR 0079).',
  idempotent: true,
  limit: { max: 10, windowMs: 60 * 60_000, by: 'user' },
  status: 201,
  body: z.strictObject({
    level: z.enum(documentLevels, 'Escolha o nível.'),
    kind: z.enum(documentKinds, 'Escolha o documento.'),
    frontId: z.int(missingFront).check(z.positive(missingFront)),
    backId: z.optional(id),
    selfieId: z.optional(id),
    /** The last day of the document; absent where it has none. */
    expiresOn: z.optional(day('Informe a validade.')),
    fullName: z.optional(z.string().check(singleLine, z.maxLength(120, 'Use até 120 letras.'))),
    birthDate: z.optional(day('Informe a data de nascimento.')),
    document: z.optional(z.string().check(z.maxLength(20, 'Confira o CPF ou CNPJ.'))),
    taxType: z.optional(z.enum(taxTypes, 'Escolha o tipo de empresa.')),
  }),
  reply: ownDocuments,
  errors: ['not_found', 'invalid_request', 'verification_required', 'wrong_state', 'too_many_requests'],
});

const { claimWords } = documentLimits;

export const claimDocument = endpoint({
  method: 'POST',
  path: '/document-checks/{id}/claim',
  auth: 'user',
  summary:
    'Asks for a document back that confirms another account; two people of the team decide, and the other account is not named.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    words: z
      .string('Conte por que o documento é seu.')
      .check(
        z.trim(),
        z.minLength(claimWords.min, `Conte o que aconteceu em ao menos ${claimWords.min} letras.`),
        z.maxLength(claimWords.max, `Use até ${claimWords.max} letras.`),
      ),
  }),
  reply: ownDocuments,
  errors: ['not_found', 'wrong_state'],
});
