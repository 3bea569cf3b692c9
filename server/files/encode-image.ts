import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fail } from '#domain/errors.ts';
import type { ImageFormat, ImageStore } from '#server/adapters/storage/image-store.ts';
import { avifWidths, imageWidths } from '#server/adapters/storage/image-store.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { heicRefusal, isHeic, isPhoto } from './photo-kinds.ts';

// Cached operations are of no use to photos that all differ; one thread per image leaves the second core to the API.
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 50_000_000;
/** WebP's limit is 16,383 pixels a side; a strip taller than this is no usable photo. */
const maxHeight = 4_096;
/** Two photos are processed at a time; 40 more may wait in memory, of up to 10 MB each. */
const limited = concurrencyLimit(2, 40);
/** The difference in grey values that tells an edge from the noise of a white sheet. */
const hashMargin = 2;
/** The largest size at which a portrait is shown. */
const squareSide = 800;

/** `square` is the middle of the photo. */
export type Shape = 'whole' | 'square';

export interface EncodedImage {
  key: string;
  width: number;
  height: number;
  /** Difference hash, 64 bits: equal for copies in other sizes and qualities; null for a picture of one colour. */
  perceptualHash: Buffer | null;
  /** A WebP file for each width, smallest first, followed by AVIF files where those are smaller. */
  files: { width: number; format: ImageFormat; bytes: Buffer }[];
}

/**
 * Decodes a photo and encodes it again, so that nothing of the sent file remains: turned upright, without metadata, the
 * first frame only, never enlarged. The key is a hash of the largest file.
 * @throws `unsupported_media` for anything but a photo and for a damaged one, `payload_too_large` for too many pixels
 */
export async function encodeImage(bytes: Buffer, shape: Shape = 'whole'): Promise<EncodedImage> {
  requirePhoto(bytes);
  return limited(async () => {
    const shortSide = await requireDecodableSize(bytes);
    const pixels = await decode(bytes, shape === 'square' ? Math.min(shortSide, squareSide) : null);
    const webp = await encodeWidths(pixels, 'webp', imageWidths);
    const avif = await encodeSmaller(pixels, webp);
    const { width, height } = pixels.info;
    const largest = webp[webp.length - 1]!;
    const key = createHash('sha256').update(largest.bytes).digest('hex').slice(0, 32);
    return { key, width, height, perceptualHash: await differenceHash(pixels), files: [...webp, ...avif] };
  });
}

/** A private picture as staff see it: one file, large enough to read, and hashes that find copies. */
export interface ReencodedPicture {
  bytes: Buffer;
  /** Hash of the decoded pixels, which is the same for any file format. */
  pixelHash: Buffer;
  perceptualHash: Buffer | null;
  width: number;
  height: number;
}

/**
 * The same for a picture that is read rather than browsed, such as a payment proof: one re-encoded WebP file.
 * @throws as {@link encodeImage}
 */
export async function reencodePicture(bytes: Buffer): Promise<ReencodedPicture> {
  requirePhoto(bytes);
  return limited(async () => {
    await requireDecodableSize(bytes);
    const upright = await decode(bytes, null);
    const { width, height } = upright.info;
    const pixelHash = createHash('sha256').update(`${width}x${height}:`).update(upright.data).digest();
    return {
      bytes: await encode(upright, width, 'webp'),
      pixelHash,
      perceptualHash: await differenceHash(upright, hashMargin),
      width,
      height,
    };
  });
}

/** A stored picture as JPEG, for a provider that takes no WebP; at most 1,600 pixels a side. */
export function toJpeg(picture: Buffer): Promise<Buffer> {
  return limited(() =>
    sharp(picture)
      .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer(),
  );
}

/**
 * AVIF files, if they are smaller than WebP. The smallest width decides for all: of twelve photos each was smaller (by
 * 16 % in total), of flat drawings none (9 kB instead of 8), and encoding them would take half of the time.
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
    // A photo smaller than a width is not enlarged, so the next larger file serves that width too.
    const before = files[0];
    const same = before && upright.info.width <= width;
    files.unshift({ width, format, bytes: same ? before.bytes : await encode(upright, width, format) });
  }
  return files;
}

/** For eight rows of nine pixels, which of two neighbours is brighter: scaling and recompression do not change that. */
async function differenceHash({ data, info }: Pixels, margin = 0): Promise<Buffer | null> {
  const { width, height, channels } = info;
  const grey = await sharp(data, { raw: { width, height, channels } })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  const hash = Buffer.alloc(8);
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++)
      if (grey[row * 9 + column]! + margin < grey[row * 9 + column + 1]!) hash[row]! |= 1 << column;
  return hash.every((byte) => byte === 0) ? null : hash;
}

function requirePhoto(bytes: Buffer): void {
  if (isPhoto(bytes)) return;
  if (isHeic(bytes)) fail('unsupported_media', { detail: heicRefusal });
  fail('unsupported_media');
}

/** Reads only the header: 600 KB of PNG may decode to a gigabyte (T83). @returns the shorter side in pixels */
async function requireDecodableSize(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(rejectDamaged);
  if (width * height > maxPixels)
    fail('payload_too_large', { detail: 'Esta foto tem pixels demais. Envie uma de até 50 megapixels.' });
  return Math.min(width, height);
}

/** Decodes once, upright, in the size of the largest file: all files are encoded from these pixels. */
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
    .catch(rejectDamaged);
}

type Pixels = Awaited<ReturnType<typeof decode>>;

async function encode({ data, info }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const { width: wide, height, channels } = info;
  const resized = sharp(data, { raw: { width: wide, height, channels } }).resize({
    width,
    withoutEnlargement: true,
  });
  // AVIF efforts above 0 take three to twenty times as long for a tenth of the bytes; WebP efforts above 2 twice as
  // long for a twentieth (a photo of 1,280 px: 117 ms instead of 53, 38 kB instead of 40).
  return format === 'avif'
    ? resized.avif({ quality: 50, effort: 0 }).toBuffer()
    : resized.webp({ quality: 78, effort: 2 }).toBuffer();
}

/** The file begins like an accepted photo but cannot be decoded completely. */
function rejectDamaged(): never {
  fail('unsupported_media', {
    detail:
      'Esta foto está incompleta ou danificada. Abra-a no seu aparelho, salve-a de novo e envie outra vez.',
  });
}

/** A store usually takes all files of a photo within a second. */
const slowStoreMs = 8_000;

/**
 * Writes the smallest file last: `exists` checks that one, so a key that exists is complete.
 * @param limitMs no further file is begun after so many milliseconds
 * @throws `unavailable` for a store that is too slow
 */
export async function writeFiles(
  store: ImageStore,
  key: string,
  files: EncodedImage['files'],
  limitMs = slowStoreMs,
): Promise<void> {
  const since = performance.now();
  if (await store.exists(key)) return;
  for (const { width, format, bytes } of files.toReversed()) {
    if (performance.now() - since > limitMs) fail('unavailable');
    await store.write(key, width, bytes, format);
  }
}
