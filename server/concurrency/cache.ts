/**
 * Answers kept in the process for a few seconds. Bounded, and only for what may be a little old: counts, trees,
 * similar listings. Nothing here is ever the truth of a decision.
 */
export interface CacheShape {
  name: string;
  maxEntries: number;
  forMs: number;
}

interface Entry {
  value: Promise<unknown>;
  until: number;
}

const stores = new WeakMap<object, Map<string, Map<string, Entry>>>();

/**
 * The kept answer for `key`, or a new one. Callers that arrive while it is being made wait for the same one.
 * @param owner what the cache lives and dies with: the `Ctx`
 */
export function cached<T>(owner: object, shape: CacheShape, key: string, load: () => Promise<T>): Promise<T> {
  const entries = entriesOf(owner, shape.name);
  const known = entries.get(key);
  const now = performance.now();
  // Taken out and put back: a Map keeps the order of insertion, so the first key is the least recently used.
  if (known) entries.delete(key);
  if (known && known.until > now) {
    entries.set(key, known);
    return known.value as Promise<T>;
  }
  const value = load();
  const entry = { value, until: now + shape.forMs };
  entries.set(key, entry);
  value.catch(() => entries.get(key) === entry && entries.delete(key));
  if (entries.size > shape.maxEntries) entries.delete(entries.keys().next().value!);
  return value;
}

/**
 * The kept answers for many keys, in their order; those that are not there are asked for in one go.
 * @param load all that it is asked for, in any order
 */
export function cachedEach<K extends string | number, T>(
  owner: object,
  shape: CacheShape,
  keys: readonly K[],
  load: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
): Promise<T[]> {
  const missing: K[] = [];
  let loading: Promise<ReadonlyMap<K, T>> | undefined;
  // Begun once all keys were looked up: by then it is known which are missing.
  const ask = (key: K) => {
    missing.push(key);
    loading ??= Promise.resolve().then(() => load(missing));
    return loading.then((found) => found.get(key)!);
  };
  return Promise.all(keys.map((key) => cached(owner, shape, String(key), () => ask(key))));
}

/** Drops everything kept for this owner: after a change that must be seen at once, and between tests. */
export function forgetCaches(owner: object): void {
  stores.delete(owner);
}

function entriesOf(owner: object, name: string): Map<string, Entry> {
  const caches = stores.get(owner) ?? new Map<string, Map<string, Entry>>();
  stores.set(owner, caches);
  const entries = caches.get(name) ?? new Map<string, Entry>();
  caches.set(name, entries);
  return entries;
}
