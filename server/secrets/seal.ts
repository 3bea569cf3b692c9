import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Bytes at the beginning of a sealed secret that identify its key. */
export const keyIdBytes = 8;

/**
 * The current key, which seals and signs, then those of `SECRET_KEY_PREVIOUS`, which only open and verify (ASVS
 * 11.2.2).
 */
export type KeyRing = readonly [Buffer, ...Buffer[]];

const ids = new WeakMap<Buffer, Buffer>();

/** An identifier of a key that reveals nothing about it. */
export function keyId(key: Buffer): Buffer {
  const known = ids.get(key);
  if (known) return known;
  const id = createHash('sha256').update('praca key id').update(key).digest().subarray(0, keyIdBytes);
  ids.set(key, id);
  return id;
}

/**
 * Encrypts a secret at rest: key id · nonce · tag · ciphertext, AES-256-GCM with a fresh nonce each. `binding` is its
 * associated data, so a sealed secret that is moved to another row cannot be opened.
 */
export function seal([key]: KeyRing, binding: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(binding));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([keyId(key), nonce, cipher.getAuthTag(), text]);
}

/** Decrypts a secret; throws unless a key of the ring, the associated data and the bytes match. */
export function unseal(ring: KeyRing, place: string, sealed: Buffer): string {
  const id = sealed.subarray(0, keyIdBytes);
  const named = ring.find((key) => keyId(key).equals(id));
  if (named) return open(named, place, sealed.subarray(keyIdBytes));
  // A secret sealed before keys had ids begins with its nonce.
  for (const key of ring.slice(0, -1)) {
    try {
      return open(key, place, sealed);
    } catch {
      // Try the next key.
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
