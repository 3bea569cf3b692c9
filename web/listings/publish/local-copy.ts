import type { DraftChanges } from './draft.ts';

const keyOf = (listingId: number) => `praca_rascunho_${listingId}`;

/** Changes the server could not be told, kept in this browser until it can. Photos live on the server only. */
export const localCopy = {
  write(listingId: number, { imageIds: _photos, imageAlts: _words, ...changes }: DraftChanges): void {
    attempt(() => localStorage.setItem(keyOf(listingId), JSON.stringify(changes)));
  },
  read(listingId: number): Omit<DraftChanges, 'imageIds' | 'imageAlts'> {
    return attempt(() => JSON.parse(localStorage.getItem(keyOf(listingId)) ?? '{}') as DraftChanges) ?? {};
  },
  clear(listingId: number): void {
    attempt(() => localStorage.removeItem(keyOf(listingId)));
  },
};

/** Storage may be blocked or full: then there is simply no copy. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
