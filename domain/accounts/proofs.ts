import type { ProofMethod, SessionState } from './accounts.ts';

/** The facts that determine which proof methods a person may use. */
export interface ProofFacts {
  state: SessionState;
  hasPassword: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  recoveryCodesLeft: number;
  emailVerified: boolean;
  isStaff: boolean;
  /** Changed within the cool-down of §4.10: a person with access to the mailbox may have reset it. */
  passwordIsFresh: boolean;
}

/**
 * The proof methods available in this session, the strongest first. A pending sign-in has already verified its
 * password, so only the second step is left; an e-mailed code is the fallback for people who lost the other factors.
 * Staff have no such fallback (T113), nor do accounts whose password the same mailbox may just have reset (T43). An
 * active session proves by a second factor if one is enrolled, else by password, and by an e-mailed code only without
 * either: a mailbox alone must not give access to money (ASVS 6.6, 7.5).
 */
export function availableProofMethods(facts: ProofFacts): ProofMethod[] {
  const { state, hasPassword, hasTotp, hasPasskey } = facts;
  const hasSecondFactor = hasTotp || hasPasskey;
  const methods: ProofMethod[] = [];
  if (hasPasskey) methods.push('passkey');
  if (hasTotp) methods.push('totp');
  if (hasSecondFactor && facts.recoveryCodesLeft > 0) methods.push('recovery');
  if (state === 'active' && !hasSecondFactor && hasPassword) methods.push('password');
  const asSecondStep = hasSecondFactor && !facts.isStaff && !facts.passwordIsFresh;
  const asOnlyProof = !hasSecondFactor && !hasPassword;
  if (facts.emailVerified && (state === 'pending' ? asSecondStep : asOnlyProof)) methods.push('email');
  return methods;
}

/** Whether a method counts as a second factor: an enrolled possession of the person. A mailbox does not count. */
export function isSecondFactor(method: ProofMethod): boolean {
  return method === 'totp' || method === 'passkey' || method === 'recovery';
}

/** 32 characters without I, L, O and U, which are easily confused (Crockford's base 32). */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const recoveryCodeLength = 10;

/** The stored form of a typed recovery code: upper case without spaces or hyphens; O becomes 0, I and L become 1. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** The displayed form of a recovery code: `XXXXX-XXXXX`. */
export function formatRecoveryCode(plain: string): string {
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}
