import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Bytes at the beginning of a sealed secret that say which key sealed it. */
export const keyIdBytes = 8;

/** The key that seals and signs, then those of `SECRET_KEY_PREVIOUS`, which only open and verify (ASVS 11.2.2). */
export type KeyRing = readonly [Buffer, ...Buffer[]];

const ids = new WeakMap<Buffer, Buffer>();

/** What tells a key from others and says nothing of it. */
export function keyId(key: Buffer): Buffer {
  const known = ids.get(key);
  if (known) return known;
  const id = createHash('sha256').update('praca key id').update(key).digest().subarray(0, keyIdBytes);
  ids.set(key, id);
  return id;
}

/**
 * A secret at rest: key id · nonce · tag · ciphertext, AES-256-GCM with a fresh nonce each. `place` is authenticated
 * with it, so a sealed secret moved to another row can't be opened.
 */
export function seal([key]: KeyRing, place: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([keyId(key), nonce, cipher.getAuthTag(), text]);
}

/** The secret again; throws when no key of the ring, place or bytes are the ones it was sealed with. */
export function unseal(ring: KeyRing, place: string, sealed: Buffer): string {
  const id = sealed.subarray(0, keyIdBytes);
  const named = ring.find((key) => keyId(key).equals(id));
  if (named) return open(named, place, sealed.subarray(keyIdBytes));
  // What was sealed before keys had ids begins with its nonce.
  for (const key of ring.slice(0, -1)) {
    try {
      return open(key, place, sealed);
    } catch {
      // The next key may be the one.
    }
  }
  return open(ring.at(-1)!, place, sealed);
}

function open(key: Buffer, place: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
