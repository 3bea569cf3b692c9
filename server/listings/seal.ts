import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A code at rest: nonce · tag · ciphertext, AES-256-GCM with a fresh nonce each. The listing's id is authenticated
 * with it, so a sealed code moved to another listing's row can't be opened.
 */
export function seal(key: Buffer, listingId: number, code: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(String(listingId)));
  const text = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The code again; throws when key, listing or bytes are not the ones it was sealed with. */
export function unseal(key: Buffer, listingId: number, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(String(listingId)));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
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
