import { useSyncExternalStore } from 'react';
import { isServerThere } from './api.ts';

type TryAgain = () => void;

let waiting: readonly TryAgain[] = [];
const listeners = new Set<() => void>();

/**
 * Loads the module of a page that was asked for. Without a connection it waits for one, and the present page stays as
 * it is; with one the module is gone, which is told as Vite tells it of its own (specification §8) and then thrown.
 * React Router's own way is to load the present page anew, which offline loses it.
 */
export async function importPage(address: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ address);
  } catch (error) {
    if (await isServerThere()) return rethrowUnlessHandled(error);
    await nextTry();
    return importPage(address);
  }
}

/** Tries what waits for a connection once more; null while nothing waits. */
export function usePageThatWaits(): TryAgain | null {
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
