/**
 * What stays: how the site looks and behaves here, and the last way in. None of it says who was here; all else goes,
 * whatever a later feature may keep (T78).
 */
const kept = /^(tema|avisos|ultimo_provedor|praca_atalhos|praca_painel_recolhido(_larga)?|praca_push_asked)$/;
/** A question typed before one could send it, a message begun, changes of a listing the server was never told. */
const unsent = /^(vontade:perguntar:|praca_rascunho_|conversa:)/;

/** Whether something was typed and never sent. */
export function hasUnsent(stores: readonly Storage[]): boolean {
  return stores.some((store) =>
    keysOf(store).some((key) => unsent.test(key) && !/^(|\{\})$/.test(store.getItem(key) ?? '')),
  );
}

/**
 * Remembers what stays, before anything is forgotten.
 * @returns what empties the stores but for that; the browser may have emptied them whole meanwhile (`Clear-Site-Data`)
 */
export function beginToForget(stores: readonly Storage[]): () => void {
  const staying = stores.map((store) =>
    keysOf(store)
      .filter((key) => kept.test(key))
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

/** This tab's and this browser's storage; none where it is blocked. */
export function ownStores(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

function keysOf(store: Storage): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
}
