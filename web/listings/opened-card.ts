import { ownTab } from '#web/ui/storage/own-storage.ts';

const key = 'praca_last_card';

/** Stores which card of which search was opened, so that returning can mark it. */
export function storeOpenedCard(search: string, slug: string): void {
  ownTab.write(key, JSON.stringify([search, slug]));
}

/** The slug of the card opened from this search, or null. */
export function readOpenedCard(search: string): string | null {
  try {
    const [from, slug] = JSON.parse(ownTab.read(key) ?? '[]') as string[];
    return from === search ? (slug ?? null) : null;
  } catch {
    return null;
  }
}
