import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from '#server/secrets/seal.ts';
import { newSecret, stepOf, totpCode, totpUri } from './totp.ts';

/** The secret of RFC 6238 appendix B, `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('at second %i the code is %s, as RFC 6238 says', (seconds, code) => {
  expect(totpCode(secret, seconds * 1000)).toBe(code);
  expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a code is valid in its step and the neighbouring ones only', () => {
  const instant = fc.integer({ min: 100_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(instant, fc.integer({ min: -4, max: 4 }), (seconds, steps) => {
      const step = Math.floor(seconds / 30);
      const code = totpCode(secret, (seconds + steps * 30) * 1000);
      const found = stepOf(secret, code, seconds * 1000);
      if (Math.abs(steps) <= 1) expect(found).not.toBeNull();
      // A stranger's code may be right by chance, one in 333,333.
      else if (found !== null) expect(totpCode(secret, found * 30_000)).toBe(code);
      if (found !== null) expect(Math.abs(found - step)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a new secret has 160 bits and a URI that every app understands', () => {
  const made = newSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(made, 'ana'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Praça',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('an encrypted secret with one flipped bit, another key or another owner cannot be decrypted', () => {
  const key = randomBytes(32);
  const sealed = seal([key], 'totp:7', secret);
  expect(unseal([key], 'totp:7', sealed)).toBe(secret);
  expect(() => unseal([randomBytes(32)], 'totp:7', sealed)).toThrow();
  expect(() => unseal([key], 'totp:8', sealed)).toThrow();
  for (let bit = 0; bit < sealed.length * 8; bit += 7) {
    const bent = Buffer.from(sealed);
    bent[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => unseal([key], 'totp:7', bent)).toThrow();
  }
});
