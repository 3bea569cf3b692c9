/** The widths in pixels of every photo's files (design §4.12). */
export const imageWidths = [160, 320, 480, 800, 1280] as const;

export type ImageFormat = 'webp' | 'avif';

/**
 * Widths that also have AVIF: those of cards and galleries. All five would take twice the time of these three (0.2 s
 * instead of 0.6 s per photo, for the sizes that are rarely loaded).
 */
export const avifWidths: readonly number[] = [320, 480, 800];

const keyPattern = /^[a-f0-9]{32}$/;

export function isImageKey(key: string): boolean {
  return keyPattern.test(key);
}

/** The path of a photo in the store, in folders by two characters to keep them small. @throws for an invalid key */
export function imagePath(key: string, width: number, format: ImageFormat = 'webp'): string {
  if (!isImageKey(key)) throw new Error('not an image key');
  return `${key.slice(0, 2)}/${key}-${width}.${format}`;
}

/** Photos. Keys are content addresses, so a file never changes after it is written. */
export interface ImageStore {
  /** The default format is WebP, which every photo has in every width. */
  write(key: string, width: number, bytes: Buffer, format?: ImageFormat): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(key: string, width: number, format?: ImageFormat): Promise<Buffer | null>;
  /** Removes every file of a photo; missing files are no error. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}
