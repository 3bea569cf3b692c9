import type { Readable } from 'node:stream';

const keyPattern = /^[A-Za-z0-9_-]{32,64}$/;

export function isFileKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Where a store keeps a file. @throws for what is no key */
export function filePath(key: string): string {
  if (!isFileKey(key)) throw new Error('not a file key');
  return `${key.slice(0, 2)}/${key}`;
}

/** Private files, each under a random key. Nothing here is public: a file leaves by a signed link only. */
export interface FileStore {
  /** Writes a file as it comes and tells its size in bytes; a write that fails leaves nothing behind. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<number>;
  /** The file from its beginning, or null when there is none. */
  read(key: string): Promise<Readable | null>;
  /** Removing what is gone already is no fault. */
  remove(key: string): Promise<void>;
}
