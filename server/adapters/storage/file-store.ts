import type { Readable } from 'node:stream';

const keyPattern = /^[A-Za-z0-9_-]{32,64}$/;

export function isFileKey(key: string): boolean {
  return keyPattern.test(key);
}

/** The path of a file in the store. @throws for an invalid key */
export function filePath(key: string): string {
  if (!isFileKey(key)) throw new Error('not a file key');
  return `${key.slice(0, 2)}/${key}`;
}

/** Private files, each under a random key. None is public: they are served by signed links only. */
export interface FileStore {
  /** Streams a file into the store and returns its size in bytes; a failed write leaves nothing behind. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<number>;
  /** The file's content, or null when there is none. */
  read(key: string): Promise<Readable | null>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
}
