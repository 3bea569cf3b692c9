import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskEmail } from './accounts.ts';
import {
  isSecondFactor,
  availableProofMethods,
  normalizeRecoveryCode,
  recoveryAlphabet,
  formatRecoveryCode,
} from './proofs.ts';
import type { ProofFacts } from './proofs.ts';

const facts: ProofFacts = {
  state: 'active',
  hasPassword: true,
  hasTotp: false,
  hasPasskey: false,
  recoveryCodesLeft: 0,
  emailVerified: true,
  isStaff: false,
  passwordIsFresh: false,
};

test('a password is enough without a second factor, and an e-mailed code without either', () => {
  expect(availableProofMethods(facts)).toEqual(['password']);
  expect(availableProofMethods({ ...facts, hasPassword: false })).toEqual(['email']);
  expect(availableProofMethods({ ...facts, hasPassword: false, emailVerified: false })).toEqual([]);
});

test('a pending sign-in accepts every second factor and, last, an e-mailed code', () => {
  const waiting: ProofFacts = {
    ...facts,
    state: 'pending',
    hasTotp: true,
    hasPasskey: true,
    recoveryCodesLeft: 3,
  };
  expect(availableProofMethods(waiting)).toEqual(['passkey', 'totp', 'recovery', 'email']);
  for (const change of [{ emailVerified: false }, { isStaff: true }, { passwordIsFresh: true }])
    expect(availableProofMethods({ ...waiting, ...change })).toEqual(['passkey', 'totp', 'recovery']);
});

test('neither a password nor a mailbox replaces a second factor in an active session', () => {
  const any = fc.record<ProofFacts>({
    state: fc.constant('active'),
    hasPassword: fc.boolean(),
    hasTotp: fc.boolean(),
    hasPasskey: fc.boolean(),
    recoveryCodesLeft: fc.nat(10),
    emailVerified: fc.boolean(),
    isStaff: fc.boolean(),
    passwordIsFresh: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (given) => {
      const methods = availableProofMethods(given);
      const enrolled = given.hasTotp || given.hasPasskey;
      return methods.every((method) => isSecondFactor(method) === enrolled);
    }),
  );
});

test('a recovery code is recognized however it is typed', () => {
  const plain = fc.string({ unit: fc.constantFrom(...recoveryAlphabet), minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(plain, (code) => {
      const shown = formatRecoveryCode(code);
      expect(normalizeRecoveryCode(shown)).toBe(code);
      expect(
        normalizeRecoveryCode(` ${shown.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `),
      ).toBe(code);
    }),
  );
  expect(normalizeRecoveryCode('oO-iI lL')).toBe('001111');
});

test('a masked address keeps two letters at most', () => {
  expect(maskEmail('clara@demo.praca')).toBe('cl***@demo.praca');
  expect(maskEmail('ab@demo.praca')).toBe('a***@demo.praca');
  expect(maskEmail('a@demo.praca')).toBe('a***@demo.praca');
});
