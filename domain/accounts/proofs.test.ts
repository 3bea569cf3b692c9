import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskEmail } from './accounts.ts';
import {
  isSecondFactor,
  openMethods,
  plainRecoveryCode,
  recoveryAlphabet,
  spellRecoveryCode,
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

test('a password is enough where there is no second factor, and a mailed code where there is neither', () => {
  expect(openMethods(facts)).toEqual(['password']);
  expect(openMethods({ ...facts, hasPassword: false })).toEqual(['email']);
  expect(openMethods({ ...facts, hasPassword: false, emailVerified: false })).toEqual([]);
});

test('a waiting sign-in takes every second factor and, last, a mailed code', () => {
  const waiting: ProofFacts = {
    ...facts,
    state: 'pending',
    hasTotp: true,
    hasPasskey: true,
    recoveryCodesLeft: 3,
  };
  expect(openMethods(waiting)).toEqual(['passkey', 'totp', 'recovery', 'email']);
  for (const change of [{ emailVerified: false }, { isStaff: true }, { passwordIsFresh: true }])
    expect(openMethods({ ...waiting, ...change })).toEqual(['passkey', 'totp', 'recovery']);
});

test('neither a password nor a mailbox ever stands in for a second factor in an open session', () => {
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
      const methods = openMethods(given);
      const enrolled = given.hasTotp || given.hasPasskey;
      return methods.every((method) => isSecondFactor(method) === enrolled);
    }),
  );
});

test('a recovery code survives every way people type it', () => {
  const plain = fc.string({ unit: fc.constantFrom(...recoveryAlphabet), minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(plain, (code) => {
      const shown = spellRecoveryCode(code);
      expect(plainRecoveryCode(shown)).toBe(code);
      expect(plainRecoveryCode(` ${shown.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(
        code,
      );
    }),
  );
  expect(plainRecoveryCode('oO-iI lL')).toBe('001111');
});

test('a masked address keeps two letters at most', () => {
  expect(maskEmail('clara@demo.praca')).toBe('cl***@demo.praca');
  expect(maskEmail('ab@demo.praca')).toBe('a***@demo.praca');
  expect(maskEmail('a@demo.praca')).toBe('a***@demo.praca');
});
