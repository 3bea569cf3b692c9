import * as z from 'zod/mini';
import { accountStates } from '#domain/accounts/accounts.ts';
import { orderProgressKinds } from '#domain/orders/pending-response.ts';
import { orderStates } from '#domain/orders/orders.ts';
import { ticketDues } from '#domain/tickets/clocks.ts';
import { verificationLevels } from '#domain/accounts/verification.ts';
import {
  ticketCategories,
  ticketLimits,
  ticketQueues,
  ticketResolutions,
  ticketStates,
} from '#domain/tickets/tickets.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText, instant, nullableInstant, readUpTo } from '#contract/fields.ts';
import { pageReply, queueQuery } from '#contract/staff/tables.ts';
import {
  mergedInto,
  messagePage,
  messageParams,
  staffResolution,
  ticketAbout,
  ticketFileIds,
  ticketMessage,
  ticketRating,
  ticketText,
} from './tickets.ts';

/** Views of the desk: unassigned, mine, awaiting the team, awaiting their person, done. */
export const deskViews = ['new', 'mine', 'open', 'waiting', 'done'] as const;
export type DeskView = (typeof deskViews)[number];

const row = z.object({
  id: z.int(),
  protocol: z.string(),
  state: z.enum(ticketStates),
  category: z.enum(ticketCategories),
  queue: z.enum(ticketQueues),
  priority: z.int(),
  username: z.string(),
  /** The username of the assignee. */
  assignee: z.nullable(z.string()),
  about: z.nullable(ticketAbout),
  preview: z.string(),
  /** The number of messages of the person that no staff member has read. */
  unread: z.int(),
  lastMessageAt: instant,
  /** The next deadline of staff; null while the ticket waits for the person and when it is over. */
  due: z.nullable(z.object({ clock: z.enum(ticketDues), at: instant, overdue: z.boolean() })),
});
export type DeskRow = z.infer<typeof row>;

export const listDesk = endpoint({
  method: 'GET',
  path: '/staff/tickets',
  auth: 'staff',
  summary: 'Support tickets of one view by page, the most urgent first, with the count of each view.',
  query: queueQuery({
    view: z.optional(z.enum(deskViews, 'Escolha uma das filas.')),
    queue: z.optional(z.enum(ticketQueues, 'Escolha uma das filas.')),
  }),
  reply: z.object({
    ...pageReply(row).shape,
    views: z.object({ new: z.int(), mine: z.int(), open: z.int(), waiting: z.int() }),
    /** Open tickets by queue. */
    queues: z.object({ money: z.int(), orders: z.int(), accounts: z.int(), general: z.int() }),
    /** The ratings of the last thirty days, from 1 to 5; the average is in hundredths, null without ratings. */
    ratings: z.object({ averageHundredths: z.nullable(z.int()), count: z.int() }),
  }),
});

const note = z.object({
  id: z.int(),
  author: z.string(),
  text: z.string(),
  afterSequence: z.int(),
  createdAt: instant,
});
export type TicketNote = z.infer<typeof note>;

const deskTicket = z.object({
  ...row.shape,
  createdAt: instant,
  assignedAt: nullableInstant,
  lapsesAt: nullableInstant,
  resolution: z.nullable(z.enum(ticketResolutions)),
  /** The last assignee, who was silent for too long; null once the ticket is assigned again. */
  returned: z.nullable(z.object({ username: z.string(), at: instant })),
  rating: z.nullable(ticketRating),
  mergedInto: z.nullable(mergedInto),
});

const cents = z.int();

export const getDeskTicket = endpoint({
  method: 'GET',
  path: '/staff/tickets/{id}',
  auth: 'staff',
  summary: 'A ticket with its messages after a sequence number and the staff notes.',
  params: z.strictObject({ id: idText }),
  ...messagePage,
  reply: z.object({
    ticket: deskTicket,
    userId: z.int(),
    messages: z.array(ticketMessage),
    more: z.boolean(),
    readByOther: z.int(),
    notes: z.array(note),
  }),
  errors: ['not_found', 'own_decision'],
});

export const getTicketContext = endpoint({
  method: 'GET',
  path: '/staff/tickets/{id}/context',
  auth: 'staff',
  summary: 'The author of a ticket: masked data, money, last orders, and other tickets.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    person: z.object({
      username: z.string(),
      email: z.string(),
      level: z.enum(verificationLevels),
      state: z.enum(accountStates),
      createdAt: instant,
    }),
    money: z.object({
      availableCents: cents,
      pendingReleaseCents: cents,
      inEscrowCents: cents,
      blockedCents: cents,
      inTransitCents: cents,
    }),
    orders: z.array(
      z.object({
        id: z.int(),
        code: z.string(),
        title: z.string(),
        state: z.enum(orderStates),
        underWay: z.nullable(z.enum(orderProgressKinds)),
        /** On which side of it the person is. */
        side: z.enum(['buyer', 'seller']),
        totalCents: cents,
        createdAt: instant,
        isAbout: z.boolean(),
      }),
    ),
    others: z.array(
      z.object({ id: z.int(), protocol: z.string(), state: z.enum(ticketStates), createdAt: instant }),
    ),
  }),
  errors: ['not_found', 'own_decision'],
});

export const answerTicket = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/messages/{clientId}',
  auth: 'staff',
  summary:
    'Sends a message to the author and takes the ticket if it is unassigned; the same client id again is the same message.',
  limit: { max: 20, windowMs: 10_000, by: 'user' },
  params: messageParams,
  body: z.strictObject({
    text: ticketText,
    files: ticketFileIds,
    /** Who must act next: the person, whose silence ends the ticket, or still staff. */
    waitsForUser: z.boolean(),
  }),
  sizes: { text: ticketLimits.text, files: ticketLimits.files },
  reply: ticketMessage,
  errors: [
    'not_found',
    'invalid_request',
    'wrong_state',
    'own_decision',
    'idempotency_mismatch',
    'too_many_requests',
  ],
});

export const addTicketNote = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/notes/{clientId}',
  auth: 'staff',
  summary: 'Writes an internal note; the same client id again is the same note.',
  params: messageParams,
  body: z.strictObject({ text: ticketText.check(z.minLength(1, 'Escreva a nota.')) }),
  sizes: { text: ticketLimits.text },
  reply: note,
  errors: ['not_found', 'own_decision', 'idempotency_mismatch'],
});

export const readDeskTicket = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/read',
  auth: 'staff',
  summary: 'Marks the messages of a ticket as read by staff up to a sequence number; never backwards.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    sequence: readUpTo,
  }),
  reply: z.object({ read: z.int() }),
  errors: ['not_found', 'own_decision'],
});

export const assignTicket = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/assignee',
  auth: 'staff',
  summary: 'Assigns a ticket to oneself or a colleague, or returns it to its queue with null.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    username: z.nullable(z.string().check(z.maxLength(40, 'Confira o nome.'))),
  }),
  reply: deskTicket,
  errors: ['not_found', 'invalid_request', 'own_decision', 'wrong_state'],
});

export const moveTicket = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/category',
  auth: 'staff',
  summary: 'Changes the category of a ticket, and with it the queue and priority.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ category: z.enum(ticketCategories, 'Escolha um assunto.') }),
  reply: deskTicket,
  errors: ['not_found', 'own_decision', 'wrong_state'],
});

export const linkTicket = endpoint({
  method: 'PUT',
  path: '/staff/tickets/{id}/order',
  auth: 'staff',
  summary: 'Links a ticket to an order of its author, or removes the link with null.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ orderId: z.nullable(z.int('Escolha um pedido.').check(z.positive())) }),
  reply: deskTicket,
  errors: ['invalid_request', 'not_found', 'own_decision', 'wrong_state'],
});

export const resolveTicket = endpoint({
  method: 'POST',
  path: '/staff/tickets/{id}/resolution',
  auth: 'staff',
  summary: 'Resolves a ticket with a reason; the person may reopen it within seven days.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ reason: staffResolution }),
  reply: deskTicket,
  errors: ['not_found', 'own_decision', 'wrong_state'],
});

export const mergeTicket = endpoint({
  method: 'POST',
  path: '/staff/tickets/{id}/merger',
  auth: 'staff',
  summary:
    'Merges a ticket into another open ticket of the same person: this one is closed with a reference to the other.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ into: z.int('Escolha outro atendimento.').check(z.minimum(1)) }),
  reply: deskTicket,
  errors: ['not_found', 'invalid_request', 'own_decision', 'wrong_state'],
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/staff/colleagues',
  auth: 'staff',
  summary: 'The possible assignees of a ticket, with their number of open tickets.',
  reply: z.object({ items: z.array(z.object({ username: z.string(), open: z.int() })) }),
});
