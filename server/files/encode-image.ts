import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fail } from '#domain/errors.ts';
import type { ImageFormat, ImageStore } from '#server/adapters/storage/image-store.ts';
import { avifWidths, imageWidths } from '#server/adapters/storage/image-store.ts';
import { lanes } from '#server/concurrency/concurrency-limit.ts';
import { heicRefusal, isHeic, isPhoto } from './photo-kinds.ts';

// Photos are different each time, and one thread an image keeps the second processor for the API.
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 50_000_000;
/** WebP ends at 16,383 pixels a side; a strip taller than this is no photo anyway. */
const maxHeight = 4_096;
/** Two photos are worked on at a time, and those that wait are held whole: 40 of 10 MB. */
const whenFree = lanes(2, 40);
/** Steps of grey that tell an edge from the noise of a white sheet. */
const textMargin = 2;
/** A portrait is never shown larger. */
const squareSide = 800;

/** `square` is cut from the middle. */
export type Shape = 'whole' | 'square';

export interface EncodedImage {
  key: string;
  width: number;
  height: number;
  /** Difference hash, 64 bits: equal for copies of other sizes and qualities; null for a picture of one colour. */
  look: Buffer | null;
  /** A WebP file for each width, from the smallest, and after them AVIF ones where those are smaller. */
  files: { width: number; format: ImageFormat; bytes: Buffer }[];
}

/**
 * Decodes and encodes a photo anew, so that nothing of the sent file remains: turned upright, without metadata, first
 * frame only, never enlarged. The key is the content of the largest file.
 * @throws `unsupported_media` for what is no photo or a damaged one, `payload_too_large` for one with too many pixels
 */
export async function encodeImage(bytes: Buffer, shape: Shape = 'whole'): Promise<EncodedImage> {
  refuseForeign(bytes);
  return whenFree(async () => {
    const shortSide = await refuseBombs(bytes);
    const upright = await decode(bytes, shape === 'square' ? Math.min(shortSide, squareSide) : null);
    const webp = await encodeWidths(upright, 'webp', imageWidths);
    const avif = await encodeSmaller(upright, webp);
    const { width, height } = upright.info;
    const largest = webp[webp.length - 1]!;
    const key = createHash('sha256').update(largest.bytes).digest('hex').slice(0, 32);
    return { key, width, height, look: await lookOf(upright), files: [...webp, ...avif] };
  });
}

/** A private picture as staff look at it: one file, large enough to read, and what tells it from others. */
export interface RedrawnPicture {
  bytes: Buffer;
  /** Hash of what is seen, whatever file it came in. */
  pixelHash: Buffer;
  look: Buffer | null;
  width: number;
  height: number;
}

/**
 * The same for a picture that is read and not browsed, a receipt: one WebP file, never the one that was sent.
 * @throws as {@link encodeImage}
 */
export async function redrawPicture(bytes: Buffer): Promise<RedrawnPicture> {
  refuseForeign(bytes);
  return whenFree(async () => {
    await refuseBombs(bytes);
    const upright = await decode(bytes, null);
    const { width, height } = upright.info;
    const pixelHash = createHash('sha256').update(`${width}x${height}:`).update(upright.data).digest();
    return {
      bytes: await encode(upright, width, 'webp'),
      pixelHash,
      look: await lookOf(upright, textMargin),
      width,
      height,
    };
  });
}

/**
 * AVIF of what is smaller as AVIF. The smallest file tells for all of them: of twelve photos each was smaller (by 16 % in
 * all), of flat drawings none (9 kB for 8), and theirs would take half of the time.
 */
async function encodeSmaller(upright: Pixels, webp: EncodedImage['files']): Promise<EncodedImage['files']> {
  const [least, ...wider] = avifWidths;
  const width = least!;
  const bytes = await encode(upright, width, 'avif');
  const asWebp = webp.find((file) => file.width === width)!;
  if (bytes.length >= asWebp.bytes.length) return [];
  return [{ width, format: 'avif', bytes }, ...(await encodeWidths(upright, 'avif', wider))];
}

async function encodeWidths(
  upright: Pixels,
  format: ImageFormat,
  widths: readonly number[],
): Promise<EncodedImage['files']> {
  const files: EncodedImage['files'] = [];
  for (const width of widths.toReversed()) {
    // A photo smaller than a width is never enlarged: the file of that width is the same one.
    const before = files[0];
    const same = before && upright.info.width <= width;
    files.unshift({ width, format, bytes: same ? before.bytes : await encode(upright, width, format) });
  }
  return files;
}

/** Which of two neighbours is brighter, in eight rows of nine: what stays when a photo is scaled or saved again. */
async function lookOf({ data, info }: Pixels, margin = 0): Promise<Buffer | null> {
  const { width, height, channels } = info;
  const grey = await sharp(data, { raw: { width, height, channels } })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  const look = Buffer.alloc(8);
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++)
      if (grey[row * 9 + column]! + margin < grey[row * 9 + column + 1]!) look[row]! |= 1 << column;
  return look.every((byte) => byte === 0) ? null : look;
}

function refuseForeign(bytes: Buffer): void {
  if (isPhoto(bytes)) return;
  if (isHeic(bytes)) fail('unsupported_media', { detail: heicRefusal });
  fail('unsupported_media');
}

/** Reads the header alone: 600 KB of PNG may unfold into a gigabyte (T83). Answers with the shorter side. */
async function refuseBombs(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(damaged);
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
    .catch(damaged);
}

type Pixels = Awaited<ReturnType<typeof decode>>;

async function encode({ data, info }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const { width: wide, height, channels } = info;
  const resized = sharp(data, { raw: { width: wide, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  // AVIF's efforts above 0 cost three to twenty times the time for a tenth of the bytes; WebP's above 2 twice the time
  // for a twentieth (of a photo of 1,280 px 117 ms for 53, 38 kB for 40).
  return format === 'avif'
    ? resized.avif({ quality: 50, effort: 0 }).toBuffer()
    : resized.webp({ quality: 78, effort: 2 }).toBuffer();
}

/** It begins as a photo that is accepted, and cannot be read to its end. */
function damaged(): never {
  fail('unsupported_media', {
    detail:
      'Esta foto está incompleta ou danificada. Abra-a no seu aparelho, salve-a de novo e envie outra vez.',
  });
}

/** The smallest goes last: `exists` looks for it, so a key that exists is whole. */
export async function writeFiles(
  store: ImageStore,
  key: string,
  files: EncodedImage['files'],
): Promise<void> {
  if (await store.exists(key)) return;
  for (const { width, format, bytes } of files.toReversed()) await store.write(key, width, bytes, format);
}
