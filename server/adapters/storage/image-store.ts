/** Widths, in pixels, at which every photo is kept. */
export const imageWidths = [320, 800, 1280] as const;

/** Where photos live. Keys are content addresses, so a file never changes once written. */
export interface ImageStore {
  write(key: string, width: number, bytes: Buffer): Promise<void>;
  /** The bytes as a file path or null when there is no such photo. */
  read(key: string, width: number): Promise<Buffer | null>;
  /** Removes every width of a photo; one that is gone already is no fault. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}
