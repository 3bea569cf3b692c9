/** What a person leaves behind in this browser. */
const privatePrefixes = [
  'vontade:',
  'praca_rascunho_',
  'conversa:',
  'praca_avisos_vistos',
  'praca_last_card',
];
/** A question typed before one could send it, a message begun, changes of a listing the server was never told. */
const unsent = /^(vontade:perguntar:|praca_rascunho_|conversa:)/;

/** Whether something was typed and never sent. */
export function hasUnsent(stores: readonly Storage[]): boolean {
  return stores.some((store) =>
    keysOf(store).some((key) => unsent.test(key) && !/^(|\{\})$/.test(store.getItem(key) ?? '')),
  );
}

/** Forgets what the person typed and looked at; the look of the site and the last way in stay. */
export function forgetPrivate(stores: readonly Storage[]): void {
  for (const store of stores)
    for (const key of keysOf(store))
      if (privatePrefixes.some((prefix) => key.startsWith(prefix))) store.removeItem(key);
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
