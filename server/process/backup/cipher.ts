import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DecipherGCM } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fault } from '#db/fault.ts';

/** The keys derived from `BACKUP_KEY`, one for each purpose. */
export interface BackupKey {
  /** Tells a wrong key from a changed file, and reveals nothing about the key. */
  id: Buffer;
  content: Buffer;
  /** Names of stored contents depend on it, so that a name does not reveal which file is stored. */
  names: Buffer;
}

const algorithm = 'aes-256-gcm';
const magic = Buffer.from('PRACABK1');
const idBytes = 8;
const saltBytes = 16;
const headerBytes = magic.length + idBytes + saltBytes;
const tagBytes = 16;
const frameBytes = 1024 * 1024;

export function deriveBackupKey(secret: string): BackupKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'praca backup', purpose, bytes));
  return { id: derive('id', idBytes), content: derive('content', 32), names: derive('names', 32) };
}

/** The bytes of a content of this size once it is encrypted. */
export function encryptedBytes(size: number): number {
  return headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / frameBytes));
}

/**
 * Encrypts a stream in frames of 1 MiB with AES-256-GCM, under a key of its own (HKDF with a fresh salt). The nonce counts
 * the frames and marks the last one, so that none can be exchanged, repeated or cut off (the STREAM construction, as in
 * age). The file begins with eight bytes `PRACABK1`, the key's id and the salt.
 */
export async function* encrypt(
  { id, content }: BackupKey,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  yield Buffer.concat([magic, id, salt]);
  const key = fileKey(content, salt);
  for await (const { frame, number, isLast } of framesOf(source, frameBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a file that {@link encrypt} wrote.
 * @param name the file's, for the message
 * @throws a fault for another key, and for a file of which a byte was changed, added or cut off
 */
export async function* decrypt(
  { id, content }: BackupKey,
  path: string,
  name: string,
): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    if (bytesRead < headerBytes || !header.subarray(0, magic.length).equals(magic)) throw changed(name);
    if (!header.subarray(magic.length, magic.length + idBytes).equals(id)) throw otherKey();
    const key = fileKey(content, header.subarray(magic.length + idBytes));
    const highWaterMark = frameBytes + tagBytes;
    const sealed = file.createReadStream({ start: headerBytes, highWaterMark, autoClose: false });
    for await (const { frame, number, isLast } of framesOf(sealed, highWaterMark)) {
      if (frame.length < tagBytes) throw changed(name);
      const decipher = createDecipheriv(algorithm, key, nonceOf(number, isLast), { authTagLength: tagBytes });
      decipher.setAuthTag(frame.subarray(-tagBytes));
      yield opened(decipher, frame.subarray(0, -tagBytes), name);
    }
  } finally {
    await file.close();
  }
}

function opened(decipher: DecipherGCM, sealed: Buffer, name: string): Buffer {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    throw changed(name);
  }
}

const otherKey = () =>
  fault('BACKUP_KEY: não é a chave desta cópia. Use a que estava em vigor quando ela foi feita.');

/** A content that is not the one that was stored. */
export const changed = (name: string): Error =>
  fault(
    `A cópia foi alterada ou está estragada em ${name}. Use outra cópia (--set), ou outro disco com ela.`,
  );

function fileKey(content: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', content, salt, 'file', 32));
}

/** Eleven bytes count, the twelfth marks the last frame. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function* framesOf(source: AsyncIterable<Buffer>, size: number) {
  let held: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of source) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    for (; held.length > size; held = held.subarray(size))
      yield { frame: held.subarray(0, size), number: number++, isLast: false };
  }
  yield { frame: held, number, isLast: true };
}
