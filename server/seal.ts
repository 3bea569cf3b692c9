import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A secret at rest: nonce · tag · ciphertext, AES-256-GCM with a fresh nonce each. `place` is authenticated with it,
 * so a sealed secret moved to another row can't be opened.
 */
export function seal(key: Buffer, place: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The secret again; throws when key, place or bytes are not the ones it was sealed with. */
export function unseal(key: Buffer, place: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
