/**
 * An in-process cache of a few seconds. It is bounded, and only for values that may be slightly stale: counts, trees,
 * similar listings. No decision depends on a cached value.
 */
export interface CacheShape {
  name: string;
  maxEntries: number;
  ttlMs: number;
}

interface Entry {
  value: Promise<unknown>;
  expiresAtMs: number;
}

const stores = new WeakMap<object, Map<string, Map<string, Entry>>>();

/**
 * The cached value for `key`, or a new one. Callers that arrive while it loads share the same promise.
 * @param owner the lifetime of the cache: the `Ctx`
 */
export function cached<T>(owner: object, shape: CacheShape, key: string, load: () => Promise<T>): Promise<T> {
  const entries = entriesOf(owner, shape.name);
  const known = entries.get(key);
  const now = performance.now();
  // Removed and inserted again: a Map keeps insertion order, so its first key is the least recently used.
  if (known) entries.delete(key);
  if (known && known.expiresAtMs > now) {
    entries.set(key, known);
    return known.value as Promise<T>;
  }
  const value = load();
  const entry = { value, expiresAtMs: now + shape.ttlMs };
  entries.set(key, entry);
  value.catch(() => entries.get(key) === entry && entries.delete(key));
  if (entries.size > shape.maxEntries) entries.delete(entries.keys().next().value!);
  return value;
}

/**
 * The cached values for many keys, in their order; missing keys are loaded in one call.
 * @param load returns all that it is asked for, in any order
 */
export function cachedEach<K extends string | number, T>(
  owner: object,
  shape: CacheShape,
  keys: readonly K[],
  load: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
): Promise<T[]> {
  const missing: K[] = [];
  let loading: Promise<ReadonlyMap<K, T>> | undefined;
  // Runs after all keys were looked up: by then the missing keys are complete.
  const ask = (key: K) => {
    missing.push(key);
    loading ??= Promise.resolve().then(() => load(missing));
    return loading.then((found) => found.get(key)!);
  };
  return Promise.all(keys.map((key) => cached(owner, shape, String(key), () => ask(key))));
}

/** Clears all caches of this owner: after a change that must be visible at once, and between tests. */
export function clearCaches(owner: object): void {
  stores.delete(owner);
}

function entriesOf(owner: object, name: string): Map<string, Entry> {
  const caches = stores.get(owner) ?? new Map<string, Map<string, Entry>>();
  stores.set(owner, caches);
  const entries = caches.get(name) ?? new Map<string, Entry>();
  caches.set(name, entries);
  return entries;
}
