import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { sql } from 'kysely';
import type { ImageStore } from '#server/adapters/storage/image-store.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import type { Ctx } from '#server/context.ts';
import { encodeImage, writeFiles } from '#server/files/encode-image.ts';
import { drawListing, drawingWidth } from './drawings.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { listings, marketSeed } from './listings.ts';

/** The size that a modest phone sends; twice as wide costs three times the work and looks the same. */
export const photoSize = { width: 800, height: 600 };
/** Drawn at that width at once; drawn larger and then made smaller took half as long again (45 ms for 29). */
const drawnAt = { density: (72 * photoSize.width) / drawingWidth };

/** The key under which the photo of a drawing is stored. */
export function photoKey(drawing: DrawingSpec): string {
  return createHash('sha256').update(JSON.stringify(drawing)).digest('hex').slice(0, 32);
}

export interface DemoPhotos {
  /** The store, which draws a photo of the demo market when it is read for the first time. */
  images: ImageStore;
  /** Draws the photos that were not read yet, one at a time. */
  drawAll(signal: AbortSignal): Promise<void>;
}

/**
 * Photos are drawn while the market is already open: to draw and encode all of them takes longer than to fill the
 * market itself.
 */
export function openDemoPhotos({ db, images }: Ctx): DemoPhotos {
  const drawings = new Map(
    listings(marketSeed).flatMap((listing) =>
      listing.drawings.map((drawing) => [photoKey(drawing), drawing] as const),
    ),
  );
  const drawing = new Map<string, Promise<void>>();
  const limited = concurrencyLimit(2, drawings.size);

  function draw(key: string, spec: DrawingSpec): Promise<void> {
    const known = drawing.get(key);
    if (known) return known;
    const work = limited(() => drawAndStore(key, spec)).finally(() => drawing.delete(key));
    drawing.set(key, work);
    return work;
  }

  async function drawAndStore(key: string, spec: DrawingSpec): Promise<void> {
    if (await images.exists(key)) return;
    const { files, perceptualHash } = await encodeImage(await photoOf(spec));
    await writeFiles(images, key, files);
    await sql`update images set look = ${perceptualHash} where key = ${key} and look is null`.execute(db);
  }

  return {
    images: {
      ...images,
      async read(key, width, format) {
        const bytes = await images.read(key, width, format);
        const spec = drawings.get(key);
        if (bytes || !spec || (await images.exists(key))) return bytes;
        await draw(key, spec);
        return images.read(key, width, format);
      },
    },
    async drawAll(signal) {
      const { rows } = await sql<{ key: string }>`select key from images where look is null`.execute(db);
      for (const { key } of rows) {
        const spec = drawings.get(key);
        if (signal.aborted) return;
        if (spec) await draw(key, spec);
      }
    },
  };
}

/** What a phone would have sent of this drawing. */
function photoOf(drawing: DrawingSpec): Promise<Buffer> {
  return (
    sharp(Buffer.from(drawListing(drawing)), drawnAt)
      .resize(photoSize.width)
      // A phone's photo has no transparency either; with it each file took half as long again.
      .removeAlpha()
      .png({ compressionLevel: 0 })
      .toBuffer()
  );
}
