import { ownBrowser } from '#web/ui/storage/own-storage.ts';
import type { DraftChanges } from './draft.ts';

const keyOf = (listingId: number) => `praca_rascunho_${listingId}`;

/** Changes that could not be sent, stored in this browser until they are. Photos exist on the server only. */
export const localCopy = {
  write(listingId: number, { imageIds: _photos, imageAlts: _words, ...changes }: DraftChanges): void {
    ownBrowser.write(keyOf(listingId), JSON.stringify(changes));
  },
  read(listingId: number): Omit<DraftChanges, 'imageIds' | 'imageAlts'> {
    try {
      return JSON.parse(ownBrowser.read(keyOf(listingId)) ?? '{}') as DraftChanges;
    } catch {
      return {};
    }
  },
  clear(listingId: number): void {
    ownBrowser.write(keyOf(listingId), null);
  },
};
