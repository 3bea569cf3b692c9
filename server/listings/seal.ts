import { createHash, createHmac } from 'node:crypto';
import * as sealing from '#server/secrets/seal.ts';
import type { KeyRing } from '#server/secrets/seal.ts';

/** Encrypts a code, bound to its listing: in another listing's row it cannot be decrypted. */
export function seal(ring: KeyRing, listingId: number, code: string): Buffer {
  return sealing.seal(ring, String(listingId), code);
}

/** Decrypts a code; throws when the key, the listing or the bytes differ. */
export function unseal(ring: KeyRing, listingId: number, sealed: Buffer): string {
  return sealing.unseal(ring, String(listingId), sealed);
}

/**
 * HMAC-SHA256 of a code, which finds equal codes without revealing them (N06). Case, spaces and hyphens do not make a
 * different code.
 */
export function fingerprint(key: Buffer, code: string): Buffer {
  const plain = code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  return createHmac('sha256', key)
    .update(plain || code)
    .digest();
}

/** SHA-256 of a code, the public proof of what a reveal showed (N05). */
export function contentHash(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest();
}
