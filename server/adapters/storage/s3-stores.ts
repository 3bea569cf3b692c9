import { AppError } from '#domain/errors.ts';
import { filePath, isFileKey } from './file-store.ts';
import type { FileStore } from './file-store.ts';
import { avifWidths, imagePath, imageWidths, isImageKey } from './image-store.ts';
import type { ImageFormat, ImageStore } from './image-store.ts';
import type { Bucket } from './s3-bucket.ts';

const photo = (key: string, width: number, format?: ImageFormat) => `images/${imagePath(key, width, format)}`;
const file = (key: string) => `files/${filePath(key)}`;

/** Photos in a bucket, below `images/`, with the same names as on a disk. */
export function createBucketImages(bucket: Bucket): ImageStore {
  return {
    write: (key, width, bytes, format = 'webp') =>
      bucket.put(photo(key, width, format), bytes, `image/${format}`),
    async read(key, width, format) {
      const content = isImageKey(key) ? await bucket.get(photo(key, width, format)) : null;
      if (!content) return null;
      try {
        return Buffer.concat(await content.toArray());
      } catch (error) {
        // The connection broke while reading.
        throw Object.assign(new AppError('unavailable'), { cause: error });
      }
    },
    async remove(key) {
      // The smallest file first: `exists` checks it, so a partly removed photo counts as removed.
      for (const width of imageWidths) await bucket.remove(photo(key, width));
      for (const width of avifWidths) await bucket.remove(photo(key, width, 'avif'));
    },
    exists: (key) => bucket.has(photo(key, imageWidths[0])),
  };
}

/** Private files in the same bucket, below `files/`: only the application has access. */
export function createBucketFiles(bucket: Bucket): FileStore {
  return {
    write: async (key, content) => bucket.upload(file(key), content),
    read: async (key) => (isFileKey(key) ? bucket.get(file(key)) : null),
    remove: async (key) => bucket.remove(file(key)),
  };
}
