import { ownBrowser } from '#web/ui/storage/own-storage.ts';

const maxListings = 10;
const key = 'vistos';

/** Recently viewed listings of this user, newest first, stored in this browser. */
export function readRecentlyViewed(userId: number): number[] {
  try {
    const stored = JSON.parse(ownBrowser.read(key, String(userId)) ?? '[]') as unknown;
    return Array.isArray(stored)
      ? stored.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, maxListings)
      : [];
  } catch {
    // Storage is blocked or holds invalid data: treated as empty.
    return [];
  }
}

/** Moves a listing to the top of the list. */
export function storeViewed(userId: number, id: number): void {
  const others = readRecentlyViewed(userId).filter((one) => one !== id);
  ownBrowser.write(key, JSON.stringify([id, ...others].slice(0, maxListings)), String(userId));
}
