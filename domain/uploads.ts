/** Purposes of uploads; photos are public, the others are private. */
export type UploadPurpose =
  | 'conversation'
  | 'ticket'
  | 'receipt'
  | 'complaint'
  | 'delivery'
  | 'document'
  | 'photo';

/** Upload quotas per person and day over all purposes (T88). */
export interface UploadRules {
  /** The number of private files; photos of listings and portraits have a separate limit but count by their bytes. */
  filesPerDay: number;
  megabytesPerDay: number;
}

export const defaultUploadRules: UploadRules = { filesPerDay: 100, megabytesPerDay: 200 };
