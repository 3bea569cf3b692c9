import * as z from 'zod/mini';
import { accountStates, roles } from '#domain/accounts/accounts.ts';
import { birthSources } from '#domain/accounts/ages/ages.ts';
import { verificationLevels } from '#domain/accounts/verification.ts';
import { taxTypes } from '#domain/orders/taxes.ts';
import { endpoint } from '#contract/endpoint.ts';
import { nextStrike, strike } from '#contract/accounts/strikes.ts';
import { staffReason } from './reason.ts';
import { pendingProposal } from './proposals.ts';
import { instantInput, usernameInput, idText, instant, nullableInstant } from '#contract/fields.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from './tables.ts';

const person = z.object({
  id: z.int(),
  username: z.string(),
  image: z.string(),
  /** Masked: `cl***@demo.praca`. */
  email: z.string(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  identityVerified: z.boolean(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  level: z.enum(verificationLevels),
  availableCents: z.int(),
  createdAt: instant,
  lastSeenAt: nullableInstant,
});
export type StaffPerson = z.infer<typeof person>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/staff/users',
  auth: 'staff',
  summary: 'People, masked; searched by username, whole e-mail or whole document.',
  query: tableQuery(['id', 'username'], {
    state: oneOrMore(accountStates),
    role: oneOrMore(roles),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(person),
});

const note = z.object({
  id: z.int(),
  author: z.string(),
  text: z.string(),
  createdAt: instant,
  remindAt: nullableInstant,
});
export const historyEntry = z.object({
  id: z.int(),
  at: instant,
  kind: z.string(),
  actor: z.nullable(z.string()),
  reason: z.string(),
});

const permission = z.object({ allowed: z.boolean(), because: z.nullable(z.string()) });

export const getPerson = endpoint({
  method: 'GET',
  path: '/staff/users/{id}',
  auth: 'staff',
  summary: 'One person for staff: masked identity, trust, money, orders, notes, history.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    ...person.shape,
    fullName: z.nullable(z.string()),
    document: z.nullable(z.string()),
    /** `contested`: another account proved the same document (ADR 0079). */
    documentProof: z.nullable(z.enum(['declared', 'proven', 'contested'])),
    taxType: z.nullable(z.enum(taxTypes)),
    phone: z.nullable(z.string()),
    suspendedUntil: nullableInstant,
    stateReason: z.string(),
    trusted: z.boolean(),
    /** By the proven birth, and what proved it (F58); null without a proof. */
    provenAge: z.nullable(z.object({ isAdult: z.boolean(), source: z.enum(birthSources) })),
    /** The team gave the last level (N3). */
    levelGranted: z.boolean(),
    /** Newest first; `next`: what one more would bring (F55). */
    strikes: z.object({ items: z.array(strike), next: nextStrike }),
    /** Of the last hundred purchases and sales that the rules of risk examined (F55). */
    risk: z.object({ orders: z.int(), held: z.int(), frauds: z.int(), highest: z.int() }),
    pendingCents: z.int(),
    blockedCents: z.int(),
    openSales: z.int(),
    openPurchases: z.int(),
    listings: z.int(),
    openReports: z.int(),
    sessions: z.int(),
    notes: z.array(note),
    history: z.array(historyEntry),
    may: z.object({
      restrict: permission,
      suspend: permission,
      ban: permission,
      strike: permission,
      reinstate: permission,
      endSessions: permission,
      changeRole: permission,
      grantLevel: permission,
      correctBirth: permission,
      unmask: permission,
    }),
  }),
  errors: ['not_found'],
});

export const unmaskPerson = endpoint({
  method: 'POST',
  path: '/staff/users/{id}/unmaskings',
  auth: 'staff',
  // Each time the data are shown is recorded on its own.
  repeats: 'harmless',
  proof: 'recent',
  summary:
    'Shows the unmasked data of a person once, for a recorded reason (T110); admins only, with a daily limit.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ reason: staffReason }),
  reply: z.object({
    email: z.string(),
    fullName: z.nullable(z.string()),
    document: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    birthDate: z.nullable(z.string()),
  }),
  errors: ['not_found', 'forbidden', 'step_up_required', 'too_many_requests'],
});

export const setRole = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/role',
  auth: 'staff',
  proof: 'second_factor',
  summary:
    'Proposes another role; admins only, never their own. A second admin confirms it, and every session of the person ends (T58).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    role: z.enum(roles, 'Escolha um papel.'),
    /** The person's username, typed again. */
    username: usernameInput('Digite o nome de usuário para confirmar.'),
    reason: staffReason,
  }),
  /** The current role; `pending` when a second person must confirm another. */
  reply: z.object({ id: z.int(), role: z.enum(roles), pending: z.nullable(pendingProposal) }),
  errors: ['not_found', 'forbidden', 'own_decision', 'invalid_request', 'wrong_state', 'step_up_required'],
});

export const setLevel = endpoint({
  method: 'PUT',
  path: '/staff/users/{id}/level',
  auth: 'staff',
  proof: 'recent',
  summary:
    'Grants level N3 (§4.14) to a verified person with a CNPJ or enough successful sales, or revokes it; admins only, never their own.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ granted: z.boolean('Escolha sim ou não.'), reason: staffReason }),
  reply: z.object({ id: z.int(), level: z.enum(verificationLevels) }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'step_up_required'],
});

export const writeNote = endpoint({
  method: 'POST',
  path: '/staff/notes',
  auth: 'staff',
  summary: 'Writes a staff note about a person or an order; with a date, its author is reminded.',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    subject: z.enum(['user', 'order'], 'Escolha sobre o que é.'),
    id: z.int().check(z.positive()),
    text: z
      .string('Escreva a anotação.')
      .check(z.trim(), z.minLength(1, 'Escreva a anotação.'), z.maxLength(2000, 'Use até 2.000 letras.')),
    remindAt: z.optional(instantInput('Confira a data do lembrete.')),
  }),
  reply: note,
  errors: ['not_found', 'invalid_request'],
});
export const staffNote = note;
