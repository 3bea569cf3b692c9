import { deviceKeys, keyOf, keysOf } from '#web/ui/storage/own-storage.ts';

/** A question typed before one could send it, a message begun, changes of a listing the server was never told. */
const unsent = ['vontade:perguntar:', 'praca_rascunho_', 'conversa:'];

/** Whether this owner typed something and never sent it. */
export function hasUnsent(stores: readonly Storage[], owner: string | null): boolean {
  if (owner === null) return false;
  const beginnings = unsent.map((name) => keyOf(owner, name));
  return stores.some((store) =>
    keysOf(store).some(
      (key) =>
        beginnings.some((beginning) => key.startsWith(beginning)) &&
        !/^(|\{\})$/.test(store.getItem(key) ?? ''),
    ),
  );
}

/**
 * Remembers what stays, before anything is forgotten: what describes the device. All else goes, whatever a later feature
 * may store (T78).
 * @returns what empties the stores but for that; the browser may have emptied them whole meanwhile (`Clear-Site-Data`)
 */
export function beginToForget(stores: readonly Storage[]): () => void {
  const staying = stores.map((store) =>
    keysOf(store)
      .filter((key) => deviceKeys.test(key))
      .map((key) => [key, store.getItem(key)!] as const),
  );
  return () => {
    for (const [index, store] of stores.entries()) {
      store.clear();
      for (const [key, value] of staying[index]!) store.setItem(key, value);
    }
  };
}

/** Copies of answers that a service worker may have kept. */
export async function forgetCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
