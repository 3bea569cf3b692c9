import * as z from 'zod/mini';
import {
  conversationStages,
  messageFileKinds,
  messageHandlings,
  messageLimits,
} from '#domain/orders/conversations.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  hash,
  id,
  idText,
  instant,
  singleLine,
  nullableInstant,
  megabytes,
  readUpTo,
  optionalText,
} from '#contract/fields.ts';

const params = z.strictObject({ hash });
const sides = z.enum(['buyer', 'seller']);

/** A file of a message. The link is for the session that asked and works for five minutes (decision 62). */
const file = z.object({
  id: z.int(),
  kind: z.enum(messageFileKinds),
  name: z.string(),
  bytes: z.int(),
  url: z.string(),
});
export type OrderMessageFile = z.infer<typeof file>;

/** A message as one side of the deal sees it. The other side's held messages are not there. */
const message = z.object({
  /** The id for reporting the message. */
  id: z.int(),
  /** The server's order. Numbers of one order follow each other without a gap. */
  sequence: z.int(),
  /** Sent only to the author. */
  clientId: z.nullable(z.string()),
  mine: z.boolean(),
  side: sides,
  text: z.string(),
  /** `refused` when the team kept an own held one back; `removed`, without words and files, after a report (F14). */
  handling: z.enum([...messageHandlings, 'refused', 'removed']),
  /** The viewer reported it, and the team has not decided yet. */
  reported: z.boolean(),
  files: z.array(file),
  createdAt: instant,
});
export type OrderMessage = z.infer<typeof message>;

const sequenceText = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, 'Este número não é válido.')),
  z.transform(Number),
);

export const listOrderMessages = endpoint({
  method: 'GET',
  path: '/orders/{hash}/messages',
  auth: 'user',
  summary:
    'The conversation of an own order: its newest messages, those after a sequence number, or older ones.',
  params,
  query: z.strictObject({ after: z.optional(sequenceText), before: z.optional(sequenceText) }),
  reply: z.object({
    stage: z.enum(conversationStages),
    /** When it becomes read-only, as far as that is known. */
    writableUntil: nullableInstant,
    /** Oldest first. */
    items: z.array(message),
    /** There are further ones in the direction that was asked for. */
    more: z.boolean(),
    readUpTo: z.int(),
    otherReadUpTo: z.int(),
    now: instant,
  }),
  errors: ['not_found'],
});
export type OrderMessages = z.infer<(typeof listOrderMessages)['reply']>;

export const sendOrderMessage = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/messages/{clientId}',
  auth: 'user',
  summary:
    'Sends a message to the other party of an order. The sender chooses the id; the same id again is the same message.',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  params: z.strictObject({ hash, clientId: z.uuid() }),
  body: z.strictObject({
    text: optionalText('Escreva a mensagem.', messageLimits.text),
    fileIds: z
      .array(id)
      .check(z.maxLength(messageLimits.files.hard.max, tooMuchTexts.files(messageLimits.files.hard.max))),
    /** The author confirmed the warnings about contact data or a secret in the text. */
    insist: z.boolean('Diga se envia assim mesmo.'),
  }),
  sizes: { text: messageLimits.text, fileIds: messageLimits.files },
  reply: message,
  errors: ['not_found', 'wrong_state', 'message_needs_care', 'invalid_request', 'too_many_requests'],
});

export const readOrderMessages = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/reading',
  auth: 'user',
  summary: 'Marks the conversation of an own order as read up to a sequence number; never backwards.',
  limit: { max: 120, windowMs: 60_000, by: 'user' },
  params,
  body: z.strictObject({
    upTo: readUpTo,
  }),
  reply: z.object({ readUpTo: z.int() }),
  errors: ['not_found', 'too_many_requests'],
});

export const uploadOrderFile = endpoint({
  method: 'POST',
  path: '/order-files',
  auth: 'user',
  // A file that no message uses is deleted after a day.
  repeats: 'harmless',
  summary:
    'Uploads a photo, PDF or text for a later message; photos are re-encoded. An unused file is deleted after a day.',
  limit: { max: 60, windowMs: 10 * 60_000, by: 'user' },
  status: 201,
  query: z.strictObject({
    /** The order in whose conversation it is to be sent. */
    order: hash,
    name: z.optional(z.string().check(singleLine, z.maxLength(500, 'Este nome de arquivo é longo demais.'))),
  }),
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'],
    maxBytes: megabytes(messageLimits.fileMegabytes.hard.max),
    size: messageLimits.fileMegabytes,
  },
  reply: file,
  errors: [
    'not_found',
    'wrong_state',
    'unsupported_media',
    'unsafe_file',
    'payload_too_large',
    'too_many_requests',
  ],
});

/** A message as staff see it, including the original text before masking. */
const staffMessage = z.object({
  id: z.int(),
  sequence: z.int(),
  side: sides,
  text: z.string(),
  original: z.nullable(z.string()),
  handling: z.enum(messageHandlings),
  /** The decision about a held message. */
  decision: z.nullable(z.enum(['show', 'hide'])),
  /** Visible only to staff after an upheld report. */
  removed: z.boolean(),
  /** A held message that was let pass is said again, under a number of its own. */
  repeated: z.boolean(),
  files: z.array(file),
  createdAt: instant,
});
export type StaffOrderMessage = z.infer<typeof staffMessage>;

export const inspectOrderMessages = endpoint({
  method: 'GET',
  path: '/staff/orders/{hash}/messages',
  auth: 'staff',
  summary:
    'The conversation of an order for staff; every access is recorded and counts towards the daily limit (T110).',
  params,
  query: z.strictObject({ before: z.optional(sequenceText) }),
  reply: z.object({
    buyer: z.string(),
    seller: z.string(),
    items: z.array(staffMessage),
    more: z.boolean(),
    now: instant,
  }),
  errors: ['not_found', 'own_decision', 'no_case', 'too_many_requests'],
});

export const listHeldMessages = endpoint({
  method: 'GET',
  path: '/staff/held-messages',
  auth: 'staff',
  summary: 'Order messages held by the content filter, oldest first.',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        orderHash: z.string(),
        sender: z.string(),
        text: z.string(),
        createdAt: instant,
      }),
    ),
  }),
});

export const decideHeldMessage = endpoint({
  method: 'PUT',
  path: '/staff/held-messages/{id}/decision',
  auth: 'staff',
  summary: 'Releases or rejects a held message, once.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ decision: z.enum(['show', 'hide'], 'Escolha mostrar ou manter oculta.') }),
  reply: z.object({ id: z.int(), decision: z.enum(['show', 'hide']) }),
  errors: ['not_found', 'own_decision', 'already_decided'],
});
