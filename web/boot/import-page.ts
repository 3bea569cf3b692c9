import { useSyncExternalStore } from 'react';
import { isServerThere } from '#web/api/api.ts';

type TryAgain = () => void;

let waiting: readonly TryAgain[] = [];
const listeners = new Set<() => void>();

/**
 * Loads code that the page asks for late. Without a connection it waits for one, and the page stays as it is; with one
 * the code is gone, which is thrown. Unless nobody asked for it, the wait is said on the screen.
 */
export async function patiently<T>(load: () => Promise<T>, { unasked = false } = {}): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    await (unasked ? online() : nextTry());
    return patiently(load, { unasked });
  }
}

/**
 * Loads the module of a page that was asked for; one that is gone is told as Vite tells it of its own (specification
 * §8). React Router's own way is to load the present page anew, which offline loses it.
 */
export function importPage(address: string): Promise<unknown> {
  return patiently(() => import(/* @vite-ignore */ address)).catch(rethrowUnlessHandled);
}

/** Tries what waits for a connection once more; null while nothing waits. */
export function useWhatWaits(): TryAgain | null {
  const present = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => waiting,
  );
  return present.length === 0 ? null : tryAll;
}

function online(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}

function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.length === 0) addEventListener('online', tryAll);
    setWaiting([...waiting, resolve]);
  });
}

function tryAll(): void {
  removeEventListener('online', tryAll);
  const all = waiting;
  setWaiting([]);
  for (const tryAgain of all) tryAgain();
}

function setWaiting(next: readonly TryAgain[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** A handled one is followed by a new load of the page, so nothing may come of it. */
function rethrowUnlessHandled(error: unknown): Promise<never> {
  const event = new Event('vite:preloadError', { cancelable: true });
  if (window.dispatchEvent(event)) throw error;
  return new Promise(() => undefined);
}
