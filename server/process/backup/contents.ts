import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#db/data-folder.ts';
import { changed, decrypt, encrypt, encryptedBytes } from './cipher.ts';
import type { BackupKey } from './cipher.ts';

/**
 * A folder of encrypted backups: `contents/` holds each content once for all sets, `sets/` one manifest for each complete
 * set, and `unfinished/` what is being written.
 */
export interface BackupFolder {
  root: string;
  key: BackupKey;
}

/** A content, found by what it is. */
export interface StoredContent {
  size: number;
  sha256: string;
}

/** Larger files are read in pieces of this size. */
const pieceBytes = 1024 * 1024;

export const contentsOf = ({ root }: BackupFolder): string => join(root, 'contents');
export const draftsOf = ({ root }: BackupFolder): string => join(root, 'unfinished');

/** The file of a content. Its name depends on the key, so that it does not reveal which file is stored. */
export function contentPath(folder: BackupFolder, { sha256 }: StoredContent): string {
  const name = createHmac('sha256', folder.key.names).update(sha256, 'hex').digest('hex');
  return join(contentsOf(folder), name.slice(0, 2), name);
}

/** Whether the content is there in its full length. */
export async function hasContent(folder: BackupFolder, content: StoredContent): Promise<boolean> {
  const found = await stat(contentPath(folder, content)).catch(() => null);
  return found?.size === encryptedBytes(content.size);
}

/** Stores a file. A large one is read first, and again only if its content is new; it may change in between. */
export async function storeFile(folder: BackupFolder, file: string): Promise<StoredContent> {
  const { size } = await stat(file);
  if (size <= pieceBytes) return storeBytes(folder, await readFile(file));
  const stream = () => createReadStream(file, { highWaterMark: pieceBytes });
  const content = await measure(stream());
  return (await hasContent(folder, content)) ? content : storeStream(folder, stream());
}

export async function storeBytes(folder: BackupFolder, bytes: Buffer): Promise<StoredContent> {
  const content = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return (await hasContent(folder, content)) ? content : storeStream(folder, Readable.from([bytes]));
}

/** Stores a stream, which is read once. */
export async function storeStream(
  folder: BackupFolder,
  source: AsyncIterable<Buffer>,
): Promise<StoredContent> {
  const { draft, content } = await writeDraft(folder, source);
  if (await hasContent(folder, content)) await rm(draft);
  else await moveInto(draft, contentPath(folder, content));
  return content;
}

/** Encrypts a stream into a file of its own, which is on the disk when this returns. */
export async function writeDraft(
  folder: BackupFolder,
  source: AsyncIterable<Buffer>,
): Promise<{ draft: string; content: StoredContent }> {
  const draft = join(draftsOf(folder), randomBytes(12).toString('hex'));
  const meter = openMeter();
  const encrypted = Readable.from(encrypt(folder.key, measured(source, meter)));
  try {
    await pipeline(encrypted, createWriteStream(draft, { mode: 0o600, flush: true }));
    return { draft, content: meter.result() };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Gives a draft its final name. */
export async function moveInto(draft: string, path: string): Promise<void> {
  await makeFolder(dirname(path), 0o700);
  await rename(draft, path);
}

/**
 * A content, checked while it is read.
 * @param name the file's, for the message
 * @throws a fault when it is not what was stored
 */
export async function* readContent(
  folder: BackupFolder,
  content: StoredContent,
  name: string,
): AsyncGenerator<Buffer> {
  const meter = openMeter();
  yield* measured(decrypt(folder.key, contentPath(folder, content), name), meter);
  if (meter.result().sha256 !== content.sha256) throw changed(name);
}

/** @throws a fault when the content is not what was stored */
export async function verifyContent(
  folder: BackupFolder,
  content: StoredContent,
  name: string,
): Promise<void> {
  const found = await measure(decrypt(folder.key, contentPath(folder, content), name));
  if (found.sha256 !== content.sha256) throw changed(name);
}

type Meter = ReturnType<typeof openMeter>;

/** Measures a content while its pieces pass. */
function openMeter() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    add(piece: Buffer): void {
      hash.update(piece);
      size += piece.length;
    },
    /** To be called once, at the end. */
    result: (): StoredContent => ({ size, sha256: hash.digest('hex') }),
  };
}

async function* measured(source: AsyncIterable<Buffer>, meter: Meter): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    meter.add(piece);
    yield piece;
  }
}

async function measure(source: AsyncIterable<Buffer>): Promise<StoredContent> {
  const meter = openMeter();
  for await (const piece of source) meter.add(piece);
  return meter.result();
}
