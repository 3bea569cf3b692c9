import { ownTab } from '#web/ui/storage/own-storage.ts';

const key = 'praca_last_card';

/** Remembers which card of which search was opened, so that coming back can offer it. */
export function writePlace(search: string, slug: string): void {
  ownTab.write(key, JSON.stringify([search, slug]));
}

/** The card that was opened from this search, or null. */
export function readPlace(search: string): string | null {
  try {
    const [from, slug] = JSON.parse(ownTab.read(key) ?? '[]') as string[];
    return from === search ? (slug ?? null) : null;
  } catch {
    return null;
  }
}
