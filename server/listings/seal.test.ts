import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprint, seal, unseal } from './seal.ts';

const key = randomBytes(32);

test('an encrypted code decrypts to the same text, and two encryptions of it differ', () => {
  const one = seal([key], 7, 'ÇÓD-123 áé');
  const two = seal([key], 7, 'ÇÓD-123 áé');
  expect(unseal([key], 7, one)).toBe('ÇÓD-123 áé');
  expect(one.equals(two)).toBe(false);
});

test('another key, another listing or one changed bit prevents decryption', () => {
  const sealed = seal([key], 7, 'XXXX-YYYY');
  expect(() => unseal([randomBytes(32)], 7, sealed)).toThrow();
  expect(() => unseal([key], 8, sealed)).toThrow();
  const bent = Buffer.from(sealed);
  bent[bent.length - 1]! ^= 1;
  expect(() => unseal([key], 7, bent)).toThrow();
});

test('the fingerprint is the same for the same code and ignores spaces around it', () => {
  expect(fingerprint(key, ' ABC-1 ').equals(fingerprint(key, 'ABC-1'))).toBe(true);
  expect(fingerprint(key, 'ABC-1').equals(fingerprint(key, 'ABC-2'))).toBe(false);
});
