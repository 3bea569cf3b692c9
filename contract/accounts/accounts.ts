import * as z from 'zod/mini';
import { sellerColours, sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import { reservedUsernames, roles, newUsernamePattern, usernameSize } from '#domain/accounts/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { email, idText, instant, nullableInstant, newPassword } from '#contract/fields.ts';

/** The signed-in person, in the fixed shape of §1. */
export const currentUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  image: z.string(),
  role: z.object({ slug: z.enum(roles) }),
  email_verified: z.boolean(),
  order_pending: z.nullable(z.int()),
  in_chat: z.int(),
  twofactor: z.enum(['disabled', 'pending', 'enabled']),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** A new session; its token is returned only once. */
export const newSession = z.object({ token: z.string(), user: currentUser });

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  auth: 'user',
  pending: true,
  summary: 'The signed-in user; without address and role while the second step is missing.',
  reply: currentUser,
});

export const getUserRole = endpoint({
  method: 'GET',
  path: '/user/role',
  auth: 'user',
  pending: true,
  summary: 'The role of the signed-in user, never cached: the dashboard checks it on every entry.',
  reply: z.object({ slug: z.enum(roles) }),
});

export const getUserInfo = endpoint({
  method: 'GET',
  path: '/user-info',
  auth: 'user',
  summary:
    'What the app needs right after start-up: last seen, unread counters and pending items of the user.',
  reply: z.object({
    last_seen_at: nullableInstant,
    unread_notifications: z.int(),
    pending_actions: z.int(),
    next_deadline: nullableInstant,
    /** The newest version of the terms, where the person has not accepted it; some are not in force yet. */
    new_terms: z.nullable(z.object({ version: z.int(), starts_at: instant, in_force: z.boolean() })),
  }),
});

export const username = z.string('Escolha um nome de usuário.').check(
  z.trim(),
  z.toLowerCase(),
  z.regex(newUsernamePattern, 'Use letras sem acento, números e _, de 3 a 20.'),
  z.refine((name) => !reservedUsernames.includes(name), 'Este nome é reservado. Escolha outro.'),
);

export const register = endpoint({
  method: 'POST',
  path: '/users',
  auth: 'public',
  // An e-mail and a username are registered once.
  repeats: 'harmless',
  summary:
    'Creates an account, signs it in and mails a confirmation link; the reply is the same if the address already has an account.',
  limit: { max: 20, windowMs: 60 * 60_000, by: 'ip' },
  status: 201,
  body: z.strictObject({
    username,
    email,
    password: newPassword,
    termsAccepted: z.literal(true, 'Aceite os termos para continuar.'),
  }),
  sizes: { username: usernameSize },
  reply: newSession,
  errors: ['username_taken', 'weak_password', 'too_many_requests', 'xsrf_mismatch'],
});

export const getUsernameAvailability = endpoint({
  method: 'GET',
  path: '/public/usernames/{username}',
  auth: 'public',
  summary: 'Whether a username is free, with a suggestion when it is not.',
  limit: { max: 120, windowMs: 60_000, by: 'ip' },
  // Whatever was typed so far: a name that cannot be taken is an answer too.
  params: z.strictObject({ username: z.string().check(z.maxLength(60)) }),
  reply: z.object({ available: z.boolean(), suggestion: z.nullable(z.string()) }),
  errors: ['too_many_requests'],
});

/** A seller that is a company is shown with its full name and CNPJ (Decreto 7.962/2013, art. 2; §5). */
export const business = z.object({
  name: z.string(),
  /** With its punctuation: `12.ABC.345/01DE-35`. */
  cnpj: z.string(),
  /** Whether a bank named this CNPJ as the account's; the name is always what the seller declared (ADR 0079). */
  proven: z.boolean(),
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/public/profiles/{username}',
  auth: 'public',
  mayUseReplica: true,
  summary:
    'The public profile of a person. A former username answers with the current one while it is reserved.',
  params: z.strictObject({ username: z.string().check(z.maxLength(60)) }),
  reply: z.object({
    id: z.int(),
    username: z.string(),
    image: z.string(),
    bio: z.string(),
    city: z.string(),
    memberSince: z.string(),
    salesCount: z.int(),
    listingsCount: z.int(),
    /** The last day of the vacation on which the person is as a seller now (F67): `2026-12-24`. */
    awayUntil: z.nullable(z.string()),
    emailVerified: z.boolean(),
    phoneVerified: z.boolean(),
    /** Whether a bank confirmed the owner of the document (ADR 0079); a typed document proves nothing. */
    documentProven: z.boolean(),
    /** Staff or a provider approved this person's documents, and the approval is in force. */
    documentsApproved: z.boolean(),
    /** Null for a private person. */
    business: z.nullable(business),
    followersCount: z.int(),
    /** What they have earned as a seller, and the colour of their thermometer (§4.13); null with too few sales. */
    sellerLevel: z.enum(sellerLevels),
    sellerColour: z.nullable(z.enum(sellerColours)),
    /** Half of the questions were answered faster than this, in milliseconds; null below three answers. */
    answerMs: z.nullable(z.int()),
    /** Of the last year, in basis points; null below five sales. */
    reputation: z.nullable(z.object({ sales: z.int(), onTimeBps: z.int(), cancelledBps: z.int() })),
  }),
  errors: ['not_found', 'profile_unavailable'],
});

/** A notice, in the fixed shape of specification §3; `read` is 0 or 1. */
const notification = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  url: z.optional(z.string()),
  read: z.int(),
  created_at: z.string(),
});

export const notificationsPerPage = 50;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  auth: 'user',
  summary:
    'The newest notifications of the signed-in user, or those older than one of them, fifty at a time.',
  query: z.strictObject({ before: z.optional(idText) }),
  reply: z.object({
    items: z.array(notification),
    /** For `before`; null after the oldest. */
    next: z.nullable(z.int()),
  }),
});

export const updateNotification = endpoint({
  method: 'PUT',
  path: '/notifications/{id}',
  auth: 'user',
  summary: 'Marks a notification as read.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ read: z.union([z.literal(1), z.literal('1')], 'Envie read = 1.') }),
  reply: notification,
  errors: ['not_found'],
});

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/notifications',
  auth: 'user',
  summary: 'Marks every notification up to this one as read.',
  body: z.strictObject({ read: z.literal(1, 'Envie read = 1.'), upTo: z.int().check(z.positive()) }),
  reply: z.object({ marked: z.int() }),
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/public/logo',
  auth: 'public',
  summary: "The address of the marketplace's logo: the operator's picture, or the built-in mark.",
  reply: z.object({ item: z.string() }),
});
