const key = 'praca_last_card';

/** Remembers which card of which search was opened, so that coming back can offer it. */
export function writePlace(search: string, slug: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([search, slug]));
  } catch {
    // Storage is blocked: coming back starts at the top, as everywhere.
  }
}

/** The card that was opened from this search, or null. */
export function readPlace(search: string): string | null {
  try {
    const [from, slug] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    return from === search ? (slug ?? null) : null;
  } catch {
    return null;
  }
}
