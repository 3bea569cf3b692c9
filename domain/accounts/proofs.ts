import type { ProofMethod, SessionState } from './accounts.ts';

/** What decides by which ways a person may prove to be there. */
export interface ProofFacts {
  state: SessionState;
  hasPassword: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  recoveryCodesLeft: number;
  emailVerified: boolean;
  isStaff: boolean;
  /** Changed within the cool-down of §4.10: whoever reads the mailbox may have reset it. */
  passwordIsFresh: boolean;
}

/**
 * The ways open to this person in this session, the strongest first. A waiting sign-in has shown its password
 * already, so only the second step is left, with a mailed code as the way out for who lost the others; staff have none
 * (T113), nor does a password that the same mailbox may just have reset (T43). A session that is open proves by a second
 * factor where there is one, else by password, and by a mailed code only where there is neither: a mailbox alone must
 * not open money (ASVS 6.6, 7.5).
 */
export function openMethods(facts: ProofFacts): ProofMethod[] {
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

/** Whether a method counts as a second factor: something the person has, enrolled before. A mailbox is not. */
export function isSecondFactor(method: ProofMethod): boolean {
  return method === 'totp' || method === 'passkey' || method === 'recovery';
}

/** 32 characters without I, L, O and U, which the eye or the mouth confuses (Crockford's base 32). */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const recoveryCodeLength = 10;

/** A recovery code as it is kept, however it was typed: no case, spaces or hyphens; O is 0, I and L are 1. */
export function plainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** As it is shown: `XXXXX-XXXXX`. */
export function spellRecoveryCode(plain: string): string {
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}
