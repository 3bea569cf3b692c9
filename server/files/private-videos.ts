import { createHash } from 'node:crypto';
import { fail } from '#domain/errors.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import type { Ctx } from '#server/context.ts';
import { removeOrDiscardFile, writeFile } from './orphaned-files.ts';

export type VideoKind = 'mp4' | 'mov' | 'webm';

/** A video in the private store. */
export interface StoredVideo {
  key: string;
  kind: VideoKind;
  bytes: number;
  /** SHA-256 of the stored content. */
  contentHash: Buffer;
}

/**
 * Streams a video into the private store under a random key, with one chunk in memory at a time. Its kind is detected
 * from its first bytes; it is stored as recorded, never processed, and served as a download only (T81).
 * @throws `unsupported_media` with this text for anything else, `payload_too_large`; nothing is left behind
 */
export async function storeVideo(
  ctx: Ctx,
  sent: AsyncIterable<Buffer>,
  { megabytes, wrongKind }: { megabytes: number; wrongKind: string },
): Promise<StoredVideo> {
  const hash = createHash('sha256');
  let kind: VideoKind | null = null;
  let bytes = 0;

  async function* checkedChunks(): AsyncGenerator<Buffer> {
    for await (const piece of withFullHead(headBytes, sent)) {
      kind ??= videoKindOf(piece) ?? fail('unsupported_media', { detail: wrongKind });
      bytes += piece.length;
      if (bytes > megabytes * 1_048_576)
        fail('payload_too_large', {
          detail: `O arquivo é grande demais. ${tooMuchTexts.megabytes(megabytes)}`,
        });
      hash.update(piece);
      yield piece;
    }
  }

  const { key } = await writeFile(ctx, checkedChunks());
  if (kind !== null) return { key, kind, bytes, contentHash: hash.digest() };
  await removeOrDiscardFile(ctx, key);
  return fail('unsupported_media', { detail: wrongKind });
}

/** Enough bytes to detect a video. */
const headBytes = 64;

/** The same bytes, with at least this many in the first chunk. */
async function* withFullHead(least: number, sent: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of sent) {
    if (head === null) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < least) continue;
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

/** ISO 14496-12: a video file begins with its brand; picture formats (HEIC, AVIF) belong to the same family. */
const videoBrands = /^(?:iso[m2-9]|mp4[12]|avc1|hvc1|M4V[ HP]|mmp4|dash|MSNV|XAVC)$/;

/** The kind of a video by its first bytes; `null` for anything else. */
export function videoKindOf(head: Buffer): VideoKind | null {
  if (head.length < headBytes) return null;
  if (head.toString('latin1', 4, 8) === 'ftyp') {
    const brand = head.toString('latin1', 8, 12);
    if (brand === 'qt  ') return 'mov';
    return videoBrands.test(brand) ? 'mp4' : null;
  }
  const isMatroska = head.readUInt32BE(0) === 0x1a45dfa3;
  return isMatroska && head.subarray(0, headBytes).includes('webm') ? 'webm' : null;
}
