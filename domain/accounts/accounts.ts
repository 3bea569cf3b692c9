import { firstLetters } from '#domain/text/excerpts.ts';
import type { Machine } from '#domain/machine.ts';
import { defaultBounds } from '#domain/settings/sizes.ts';
import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** Role slugs (specification §3). */
export const roles = ['user', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The signed-in caller of a request. `null` is the anonymous visitor. */
export interface Viewer {
  id: number;
  username: string;
  role: Role;
  emailVerified: boolean;
  sessionId: number;
  /**
   * True when the viewer has a staff role and the second factor that the rules require for it (T113). Every staff
   * permission depends on this field, never on the role alone. Absent means false.
   */
  asStaff?: boolean;
  /** `suspended`: keeps chat, open orders and the undisputed balance, and starts nothing new (§4.14). */
  standing: 'good' | 'suspended';
  /** Where the call came from; absent for work that no call asked for. */
  ip?: string;
}

/** A session whose second step is missing may call only what §1 lists. */
export const sessionStates = ['pending', 'active'] as const;
export type SessionState = (typeof sessionStates)[number];

/** How a person proves to be who the session says: the second step of sign-in and the step-up alike. */
export const proofMethods = ['password', 'totp', 'passkey', 'recovery', 'email'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** States of an account (§4.17). */
export const accountStates = ['active', 'restricted', 'suspended', 'banned', 'closing', 'closed'] as const;
export type AccountState = (typeof accountStates)[number];
/** Account states whose listings may be on sale; suspended, banned and closing accounts may not sell (§4.14, §4.17). */
export const sellingStates: readonly AccountState[] = ['active', 'restricted'];
export type AccountActor = 'owner' | 'support' | 'admin' | 'system';
export type AccountEvent =
  | 'restrict'
  | 'suspend'
  | 'reinstate'
  | 'ban'
  | 'ask_closure'
  | 'keep'
  | 'keep_restricted'
  | 'close';

export const accountMachine: Machine<AccountEvent, AccountState, AccountActor> = {
  restrict: { rule: '§4.15', by: ['admin'], from: ['active'], to: 'restricted' },
  suspend: {
    rule: '§4.17',
    by: ['support', 'admin'],
    from: ['active', 'restricted', 'closing'],
    to: 'suspended',
  },
  reinstate: {
    rule: '§4.17',
    by: ['admin', 'system'],
    from: ['restricted', 'suspended', 'banned'],
    to: 'active',
  },
  ban: { rule: '§4.17', by: ['admin'], from: ['active', 'restricted', 'suspended', 'closing'], to: 'banned' },
  ask_closure: { rule: '§4.17', by: ['owner'], from: ['active', 'restricted'], to: 'closing' },
  keep: { rule: '§4.17', by: ['owner'], from: ['closing'], to: 'active' },
  // Withdrawing a closure request does not lift a restriction.
  keep_restricted: { rule: '§4.17', by: ['owner'], from: ['closing'], to: 'restricted' },
  close: { rule: '§4.17', by: ['system'], from: ['closing'], to: 'closed' },
};

/** Whether a role has access to the dashboard. Permissions there also require {@link Viewer.asStaff}. */
export function isStaff(role: Role): boolean {
  return role === 'admin' || role === 'support';
}

/** Username rule of §4.17 with its hard bounds: a–z, 0–9 and `_`; usernames are case-insensitive. */
export const usernamePattern = /^[a-z0-9_]{3,20}$/;
/** Stricter rule for new usernames: not only underscores. Existing usernames stay valid. */
export const newUsernamePattern = /^(?!_{3,20}$)[a-z0-9_]{3,20}$/;

/** Length of a new username; existing usernames stay valid. */
export const usernameSize = {
  at: 'security.username',
  unit: 'letters',
  min: 3,
  max: 20,
  hard: { min: 3, max: 20 },
  plain: true,
} as const satisfies Size;

/** Usernames that cannot be registered, because they would look like official accounts. */
export const reservedUsernames: readonly string[] = [
  'admin',
  'administrador',
  'suporte',
  'support',
  'praca',
  'equipe',
  'moderacao',
  'moderador',
  'sistema',
  'api',
  'dashboard',
  'conta',
  'perfil',
  'auth',
  'sair',
  'anunciar',
  'anuncios',
  'ajuda',
  'oficial',
  'root',
];

/** Characters of a password, however they are written (ASVS 6.2: no composition rule, no trimming). */
export const passwordLimits = { min: 8, max: 200 } as const;

/** Lifetimes and rate limits of accounts; every number is a setting (§4.17, ASVS 6 and 7). */
export interface SecurityRules {
  /** Milliseconds without use, and in all, after which a session ends. */
  session: { idleMs: number; absoluteMs: number; staffIdleMs: number; staffAbsoluteMs: number };
  /** How long a step-up authentication allows money, key and e-mail changes. */
  proofMs: number;
  trustedDeviceMs: number;
  /** Off only in demonstrations. */
  staffNeedsSecondFactor: boolean;
  withdrawalNeedsSecondFactor: boolean;
  /** Withdrawals wait this long after a change of password, second factor, phone, e-mail or key (§4.10). */
  withdrawalCoolDownMs: number;
  /** The longest suspension that support gives without an admin (§4.15). */
  supportSuspensionMs: number;
  username: Bounds;
  usernameChangeMs: number;
  usernameReservedMs: number;
  closureWaitMs: number;
}

const minute = 60_000;
const day = 86_400_000;

export const defaultSecurityRules: SecurityRules = {
  session: { idleMs: 7 * day, absoluteMs: 30 * day, staffIdleMs: 30 * minute, staffAbsoluteMs: 480 * minute },
  proofMs: 10 * minute,
  trustedDeviceMs: 30 * day,
  staffNeedsSecondFactor: true,
  withdrawalNeedsSecondFactor: true,
  withdrawalCoolDownMs: day,
  supportSuspensionMs: 7 * day,
  username: defaultBounds(usernameSize),
  usernameChangeMs: 30 * day,
  usernameReservedMs: 90 * day,
  closureWaitMs: 14 * day,
};

/** `clara@demo.praca` as `cl***@demo.praca`: enough for its owner, too little for a stranger. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${firstLetters(email.slice(0, at), at > 2 ? 2 : 1)}***${email.slice(at)}`;
}
