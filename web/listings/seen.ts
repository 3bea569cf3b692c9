const most = 10;

/** Listings this person looked at last, newest first. They stay in this browser (design S1). */
export function readSeen(userId: number): number[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, most) : [];
  } catch {
    // Storage is blocked or holds something else: nothing was seen.
    return [];
  }
}

/** Puts a listing on top of the list. */
export function writeSeen(userId: number, id: number): void {
  try {
    const others = readSeen(userId).filter((one) => one !== id);
    localStorage.setItem(keyOf(userId), JSON.stringify([id, ...others].slice(0, most)));
  } catch {
    // Without storage the list does not grow.
  }
}

const keyOf = (userId: number): string => `vistos:${userId}`;
