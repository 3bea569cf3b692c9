import { createHash, createHmac } from 'node:crypto';
import * as sealing from '#server/secrets/seal.ts';
import type { KeyRing } from '#server/secrets/seal.ts';

/** A code at rest, bound to its listing: moved to another listing's row it can't be opened. */
export function seal(ring: KeyRing, listingId: number, code: string): Buffer {
  return sealing.seal(ring, String(listingId), code);
}

/** The code again; throws when key, listing or bytes are not the ones it was sealed with. */
export function unseal(ring: KeyRing, listingId: number, sealed: Buffer): string {
  return sealing.unseal(ring, String(listingId), sealed);
}

/**
 * What tells two equal codes apart from all others without telling the code: HMAC-SHA256 (N06). Spelling that a shop
 * would not mind (case, spaces, hyphens) does not make another code.
 */
export function fingerprint(key: Buffer, code: string): Buffer {
  const plain = code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  return createHmac('sha256', key)
    .update(plain || code)
    .digest();
}

/** The public proof of what was shown at a reveal: SHA-256 of the code (N05). */
export function contentHash(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest();
}
