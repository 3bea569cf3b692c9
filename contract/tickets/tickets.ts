import * as z from 'zod/mini';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { ticketCategories, ticketLimits, ticketResolutions, ticketStates } from '#domain/tickets/tickets.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  hash,
  id,
  idText,
  instant,
  nullableInstant,
  megabytes,
  pageNumber,
  readUpTo,
  optionalText,
} from '#contract/fields.ts';

/** A file of a message. The link is for the session that asked and works for five minutes (decision 62). */
const file = z.object({
  id: z.int(),
  kind: z.enum(['image', 'pdf']),
  name: z.string(),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  url: z.string(),
});
export type TicketFile = z.infer<typeof file>;

/** A message as one side sees it: `sequence` has no gaps, so a missing number is a missing message. */
export const ticketMessage = z.object({
  sequence: z.int(),
  /** Sent only to the author. */
  clientId: z.nullable(z.string()),
  mine: z.boolean(),
  side: z.enum(['user', 'staff', 'system']),
  author: z.nullable(z.string()),
  text: z.string(),
  files: z.array(file),
  createdAt: instant,
});
export type TicketMessage = z.infer<typeof ticketMessage>;

/** The subject of the ticket; `path` is its page. */
export const ticketAbout = z.object({
  kind: z.enum(['order', 'withdrawal', 'listing']),
  label: z.string(),
  path: z.nullable(z.string()),
});
export type TicketAbout = z.infer<typeof ticketAbout>;

/** How the person found the service. */
export const ticketRating = z.object({ score: z.int(), comment: z.string(), ratedAt: instant });
export type TicketRating = z.infer<typeof ticketRating>;

export const mergedInto = z.object({ id: z.int(), protocol: z.string() });

const ticket = z.object({
  id: z.int(),
  protocol: z.string(),
  state: z.enum(ticketStates),
  category: z.enum(ticketCategories),
  about: z.nullable(ticketAbout),
  /** The last message in one line. */
  preview: z.string(),
  unread: z.int(),
  lastMessageAt: instant,
  /** When the ticket closes automatically without an answer of the person. */
  lapsesAt: nullableInstant,
  createdAt: instant,
  rating: z.nullable(ticketRating),
  /** Until when the rating may be given or changed; null where it may not. */
  ratableUntil: nullableInstant,
  /** Where it goes on, when the team made one of two. */
  mergedInto: z.nullable(mergedInto),
  /** Until the team's first answer: how many tickets of the same queue come before, and by when it answers. */
  pending: z.nullable(z.object({ ahead: z.int(), answerDueAt: nullableInstant })),
});
export type Ticket = z.infer<typeof ticket>;

const params = z.strictObject({ id: idText });

export const ticketText = optionalText('Escreva sua mensagem.', ticketLimits.text);

export const ticketFileIds = z
  .array(id)
  .check(z.maxLength(ticketLimits.files.hard.max, tooMuchTexts.files(ticketLimits.files.hard.max)));

/** Made by the browser: a repeat of the same id is the same message. */
export const clientId = z.uuid('Este envio não tem um identificador válido. Recarregue a página.');

export const messageParams = z.strictObject({ id: idText, clientId });

export const messagePage = {
  query: z.strictObject({
    /** Catches up: messages after this sequence, oldest first. */
    after: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))),
  }),
};

/** Own tickets have numbered pages of this many. */
export const ticketsPerPage = 20;

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  auth: 'user',
  summary: "The signed-in user's support tickets, twenty a page: open ones first, then the newest.",
  query: z.strictObject({ page: pageNumber }),
  reply: z.object({
    items: z.array(ticket),
    /** Of all pages. */
    total: z.int(),
    /** In how many milliseconds half of the last month's newest questions were answered; null after too few. */
    usualAnswerMs: z.nullable(z.int()),
    /** The team's working hours: when they end, or outside of them when they begin again. */
    hours: z.union([z.object({ openUntil: instant }), z.object({ opensAt: instant })]),
  }),
});

export const openTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  auth: 'user',
  summary: 'Opens a support ticket, optionally about an own order, withdrawal or listing.',
  idempotent: true,
  limit: { max: 20, windowMs: 3_600_000, by: 'user' },
  status: 201,
  body: z.strictObject({
    category: z.enum(ticketCategories, 'Escolha um assunto.'),
    about: z.optional(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('order'), hash }),
        z.strictObject({ kind: z.literal('withdrawal'), id }),
        z.strictObject({ kind: z.literal('listing'), id }),
      ]),
    ),
    clientId,
    text: ticketText,
    files: ticketFileIds,
  }),
  sizes: { text: ticketLimits.text, files: ticketLimits.files },
  reply: ticket,
  errors: ['not_found', 'invalid_request', 'limit_reached', 'too_many_requests'],
});

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/{id}',
  auth: 'user',
  summary: 'An own ticket with its messages after a sequence number, fifty at a time.',
  params,
  ...messagePage,
  reply: z.object({
    ticket,
    messages: z.array(ticketMessage),
    more: z.boolean(),
    /** Up to which message the team has read. */
    readByOther: z.int(),
  }),
  errors: ['not_found'],
});

export const sendTicketMessage = endpoint({
  method: 'PUT',
  path: '/tickets/{id}/messages/{clientId}',
  auth: 'user',
  summary:
    'Sends a message to staff; the same client id again is the same message. Reopens a resolved ticket.',
  limit: { max: 20, windowMs: 10_000, by: 'user' },
  params: messageParams,
  body: z.strictObject({ text: ticketText, files: ticketFileIds }),
  sizes: { text: ticketLimits.text, files: ticketLimits.files },
  reply: ticketMessage,
  errors: ['not_found', 'invalid_request', 'wrong_state', 'idempotency_mismatch', 'too_many_requests'],
});

export const readTicket = endpoint({
  method: 'PUT',
  path: '/tickets/{id}/read',
  auth: 'user',
  summary: 'Marks the messages of a ticket as read up to a sequence number; never backwards.',
  params,
  body: z.strictObject({
    sequence: readUpTo,
  }),
  reply: z.object({ read: z.int() }),
  errors: ['not_found'],
});

export const confirmTicket = endpoint({
  method: 'POST',
  path: '/tickets/{id}/confirmation',
  auth: 'user',
  summary: 'Confirms that the resolution helped: the ticket is closed.',
  idempotent: true,
  params,
  reply: ticket,
  errors: ['not_found', 'wrong_state'],
});

export const reopenTicket = endpoint({
  method: 'POST',
  path: '/tickets/{id}/reopening',
  auth: 'user',
  summary: 'Reopens a resolved ticket within some days.',
  idempotent: true,
  params,
  reply: ticket,
  errors: ['not_found', 'wrong_state'],
});

export const rateTicket = endpoint({
  method: 'PUT',
  path: '/tickets/{id}/rating',
  auth: 'user',
  summary: 'Rates the service of a closed ticket, or changes the rating within some days.',
  params,
  body: z.strictObject({
    score: z
      .int('Dê uma nota de 1 a 5.')
      .check(z.minimum(1, 'Dê uma nota de 1 a 5.'), z.maximum(5, 'Dê uma nota de 1 a 5.')),
    comment: optionalText('Escreva o comentário em texto.', ticketLimits.ratingComment),
  }),
  sizes: { comment: ticketLimits.ratingComment },
  reply: ticket,
  errors: ['not_found', 'invalid_request', 'wrong_state'],
});

export const uploadTicketFile = endpoint({
  method: 'POST',
  path: '/ticket-files',
  auth: 'user',
  // A file that no message uses is deleted.
  repeats: 'harmless',
  summary:
    'Uploads a photo or PDF for a later message; a photo is re-encoded. An unused file is deleted after a day.',
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/pdf'],
    maxBytes: megabytes(ticketLimits.fileMegabytes.hard.max),
    size: ticketLimits.fileMegabytes,
  },
  status: 201,
  reply: file,
  errors: ['unsupported_media', 'unsafe_file', 'payload_too_large', 'too_many_requests'],
});

export const staffResolution = z.enum(
  ticketResolutions.filter((each) => each !== 'no_reply'),
  'Escolha o motivo.',
);
