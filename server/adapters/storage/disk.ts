import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { ImageFormat, ImageStore } from './image-store.ts';
import { avifWidths, imagePath, imageWidths, isImageKey } from './image-store.ts';

/** Photos on the local disk, below DATA_DIR/images. */
export function createDiskStore(root: string): ImageStore {
  const pathOf = (key: string, width: number, format?: ImageFormat) =>
    join(root, imagePath(key, width, format));
  return {
    async write(key, width, bytes, format) {
      const path = pathOf(key, width, format);
      await mkdir(dirname(path), { recursive: true });
      // Written to a temporary file and renamed, so that a crash never leaves a partial photo under its final name.
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async read(key, width, format) {
      if (!isImageKey(key)) return null;
      return readFile(pathOf(key, width, format)).catch(() => null);
    },
    async remove(key) {
      // The smallest file first: `exists` checks it, so a partly removed photo counts as removed.
      for (const width of imageWidths) await rm(pathOf(key, width), { force: true });
      for (const width of avifWidths) await rm(pathOf(key, width, 'avif'), { force: true });
    },
    async exists(key) {
      return access(pathOf(key, imageWidths[0])).then(
        () => true,
        () => false,
      );
    },
  };
}
