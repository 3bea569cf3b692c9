/** Widths, in pixels, at which every photo is kept (design §4.12). */
export const imageWidths = [160, 320, 480, 800, 1280] as const;

export type ImageFormat = 'webp' | 'avif';

/**
 * Widths that are kept as AVIF too: what cards and galleries show. Five would cost twice the time of these three
 * (0.2 s against 0.6 s a photo), for a size nobody weighs and one that few open.
 */
export const avifWidths: readonly number[] = [320, 480, 800];

const keyPattern = /^[a-f0-9]{32}$/;

export function isImageKey(key: string): boolean {
  return keyPattern.test(key);
}

/** Where a store keeps a photo, two letters deep so that no folder grows huge. @throws for what is no key */
export function imagePath(key: string, width: number, format: ImageFormat = 'webp'): string {
  if (!isImageKey(key)) throw new Error('not an image key');
  return `${key.slice(0, 2)}/${key}-${width}.${format}`;
}

/** Where photos live. Keys are content addresses, so a file never changes once written. */
export interface ImageStore {
  /** Unless said otherwise files are WebP, which every photo has in every width. */
  write(key: string, width: number, bytes: Buffer, format?: ImageFormat): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(key: string, width: number, format?: ImageFormat): Promise<Buffer | null>;
  /** Removes every file of a photo; one that is gone already is no fault. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}
