import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fail } from '#domain/errors.ts';
import type { ImageStore } from './adapters/storage/image-store.ts';
import { imageWidths } from './adapters/storage/image-store.ts';

// Photos are different each time, and one thread an image keeps the second processor for the API.
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 50_000_000;
/** WebP ends at 16,383 pixels a side; a strip taller than this is no photo anyway. */
const maxHeight = 4_096;
const atOnce = 2;
/** A portrait is never shown larger. */
const squareSide = 800;

/** `square` is cut from the middle. */
export type Shape = 'whole' | 'square';

export interface EncodedImage {
  key: string;
  width: number;
  height: number;
  /** The WebP file for each width of `imageWidths`. */
  files: { width: number; bytes: Buffer }[];
}

/**
 * Decodes and encodes a photo anew, so that nothing of the sent file remains: turned upright, without metadata, first
 * frame only, never enlarged. The key is the content of the largest file.
 * @throws `unsupported_media` for what is no photo, `payload_too_large` for one with too many pixels
 */
export async function encodeImage(bytes: Buffer, shape: Shape = 'whole'): Promise<EncodedImage> {
  refuseForeign(bytes);
  return whenFree(async () => {
    const shortSide = await refuseBombs(bytes);
    const upright = await decode(bytes, shape === 'square' ? Math.min(shortSide, squareSide) : null);
    const files: EncodedImage['files'] = [];
    for (const width of imageWidths.toReversed()) {
      // A photo smaller than a width is never enlarged: the file of that width is the same one.
      const before = files[0];
      const same = before && upright.info.width <= width;
      files.unshift({ width, bytes: same ? before.bytes : await encode(upright, width) });
    }
    const { width, height } = upright.info;
    const largest = files[files.length - 1]!;
    const key = createHash('sha256').update(largest.bytes).digest('hex').slice(0, 32);
    return { key, width, height, files };
  });
}

/** Only raster formats reach a decoder: an SVG, a PDF or a script under a photo's name does not (T81). */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12)),
];

function refuseForeign(bytes: Buffer): void {
  if (!signatures.some((isOne) => isOne(bytes))) notAPhoto();
}

/** Reads the header alone: 600 KB of PNG may unfold into a gigabyte (T83). Answers with the shorter side. */
async function refuseBombs(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(notAPhoto);
  if (width * height > maxPixels)
    fail('payload_too_large', { detail: 'Esta foto tem pixels demais. Envie uma de até 50 megapixels.' });
  return Math.min(width, height);
}

/** Decoded once, upright, as large as the largest file: the others are made of these pixels. */
async function decode(bytes: Buffer, side: number | null) {
  const size =
    side === null
      ? ({
          width: Math.max(...imageWidths),
          height: maxHeight,
          fit: 'inside',
          withoutEnlargement: true,
        } as const)
      : ({ width: side, height: side, fit: 'cover' } as const);
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(size)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(notAPhoto);
}

type Pixels = Awaited<ReturnType<typeof decode>>;

async function encode({ data, info }: Pixels, width: number): Promise<Buffer> {
  const { width: wide, height, channels } = info;
  return sharp(data, { raw: { width: wide, height, channels } })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .toBuffer();
}

function notAPhoto(): never {
  fail('unsupported_media');
}

let running = 0;
const waiting: (() => void)[] = [];

/** At most two photos are worked on at a time, whatever arrives: memory stays bounded. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The smallest goes last: `exists` looks for it, so a key that exists is whole. */
export async function writeFiles(
  store: ImageStore,
  key: string,
  files: EncodedImage['files'],
): Promise<void> {
  if (await store.exists(key)) return;
  for (const { width, bytes } of files.toReversed()) await store.write(key, width, bytes);
}
