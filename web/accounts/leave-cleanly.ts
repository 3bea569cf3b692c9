import { deviceKeys, keyOf, keysOf } from '#web/ui/storage/own-storage.ts';

/** Key prefixes of a question typed before signing in, a listing's unsaved changes and a message's draft. */
const draftKeys = ['vontade:perguntar:', 'praca_rascunho_', 'conversa:'];

/** Whether this owner typed something without sending it. */
export function hasUnsentDrafts(stores: readonly Storage[], owner: string | null): boolean {
  if (owner === null) return false;
  const prefixes = draftKeys.map((name) => keyOf(owner, name));
  return stores.some((store) =>
    keysOf(store).some(
      (key) =>
        prefixes.some((beginning) => key.startsWith(beginning)) &&
        !/^(|\{\})$/.test(store.getItem(key) ?? ''),
    ),
  );
}

/**
 * Saves the device preferences before the storage is cleared. Everything else is removed, whatever a later feature may
 * store (T78).
 * @returns a function that clears the stores except for those keys; the browser may have cleared them meanwhile
 *   (`Clear-Site-Data`)
 */
export function prepareStorageClearing(stores: readonly Storage[]): () => void {
  const preserved = stores.map((store) =>
    keysOf(store)
      .filter((key) => deviceKeys.test(key))
      .map((key) => [key, store.getItem(key)!] as const),
  );
  return () => {
    for (const [index, store] of stores.entries()) {
      store.clear();
      for (const [key, value] of preserved[index]!) store.setItem(key, value);
    }
  };
}

/** Deletes copies of replies that a service worker may have cached. */
export async function deleteCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
