import { ownBrowser } from '#web/ui/storage/own-storage.ts';

const most = 10;
const key = 'vistos';

/** Listings this person looked at last, newest first. They stay in this browser. */
export function readSeen(userId: number): number[] {
  try {
    const kept = JSON.parse(ownBrowser.read(key, String(userId)) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, most) : [];
  } catch {
    // Storage is blocked or holds something else: nothing was seen.
    return [];
  }
}

/** Puts a listing on top of the list. */
export function writeSeen(userId: number, id: number): void {
  const others = readSeen(userId).filter((one) => one !== id);
  ownBrowser.write(key, JSON.stringify([id, ...others].slice(0, most)), String(userId));
}
