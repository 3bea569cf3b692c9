/** Ways by which files come in; photos are shown to anybody, the rest is private. */
export type UploadPurpose = 'conversation' | 'ticket' | 'receipt' | 'complaint' | 'delivery' | 'photo';

/** What one person may send up within a day through all doors (T88). */
export interface UploadRules {
  /** Private files; photos of listings and portraits have a limit of their own, and count by their bytes. */
  filesPerDay: number;
  megabytesPerDay: number;
}

export const defaultUploadRules: UploadRules = { filesPerDay: 100, megabytesPerDay: 200 };
