import { deflateRawSync } from 'node:zlib';

export const secretBytes = 32;

/** One in 10^12 random keys of 32 bytes has fewer different bytes. */
const minDistinctBytes = 20;

/** Whether the text is a hexadecimal or base64 key of sufficient length. */
export function isStrongKey(key: string): boolean {
  return bytesOf(key).length >= secretBytes;
}

/**
 * Whether the bytes look random. Text, repeated patterns and counted sequences do not (ASVS 11.5.1), and a key that a
 * person types is one of these.
 */
export function looksRandom(key: string): boolean {
  const bytes = bytesOf(key);
  if (!isHexadecimal(key) && !(/[a-z]/.test(key) && /[A-Z]/.test(key))) return false;
  if (new Set(bytes).size < minDistinctBytes) return false;
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return false;
  const steps = bytes.subarray(1).map((byte, at) => byte - bytes[at]!);
  if (new Set(steps).size < minDistinctBytes - 4) return false;
  return deflateRawSync(bytes, { level: 9 }).length >= bytes.length;
}

const isHexadecimal = (key: string) => /^[0-9a-f]+$/i.test(key);

function bytesOf(key: string): Buffer {
  if (isHexadecimal(key)) return Buffer.from(key.slice(0, key.length & ~1), 'hex');
  return /^[A-Za-z0-9+/_-]+=*$/.test(key) ? Buffer.from(key, 'base64') : Buffer.alloc(0);
}
