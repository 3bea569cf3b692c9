import { useSyncExternalStore } from 'react';

type Retry = () => void;

let isReachable = async () => navigator.onLine;

/** Given by the API client, which alone makes requests. */
export function setReachabilityCheck(check: () => Promise<boolean>): void {
  isReachable = check;
}

let pending: readonly Retry[] = [];
const listeners = new Set<() => void>();

/**
 * Imports code after the page has loaded. Without a connection it waits for one, and the page stays as it is.
 * @param background waits without a message on the screen
 * @throws when the server is reachable: the code no longer exists
 */
export async function importWhenOnline<T>(load: () => Promise<T>, { background = false } = {}): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
    await (background ? untilOnline() : untilRetry());
    return importWhenOnline(load, { background });
  }
}

/** Retries the imports that wait for a connection; null while none waits. */
export function useRetryPendingImports(): Retry | null {
  const present = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
    () => pending,
  );
  return present.length === 0 ? null : retryAll;
}

function untilOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}

function untilRetry(): Promise<void> {
  return new Promise((resolve) => {
    if (pending.length === 0) addEventListener('online', retryAll);
    setPending([...pending, resolve]);
  });
}

function retryAll(): void {
  removeEventListener('online', retryAll);
  const all = pending;
  setPending([]);
  for (const retry of all) retry();
}

function setPending(next: readonly Retry[]): void {
  pending = next;
  for (const listener of listeners) listener();
}
