import { useSyncExternalStore } from 'react';

const key = 'avisos';
const defaultMs = 3_000;
const maxMs = 15_000;
/** The minimum for a message with an action, such as «Desfazer» (design §4.4). */
export const undoableMs = 6_000;

const listeners = new Set<() => void>();

/** How long a message stays on the screen, in milliseconds, as chosen in this browser: 3 to 15 s, default 3. */
export const toastMs = {
  read(): number {
    return chosenMs() ?? defaultMs;
  },
  /** Whether a time was chosen in this browser. */
  isChosen: (): boolean => chosenMs() !== null,
  choose(durationMs: number): void {
    try {
      localStorage.setItem(key, String(durationMs));
    } catch {
      // Storage is blocked: the default time applies.
    }
    for (const listener of listeners) listener();
  },
};

/** The chosen time; on the server, and until hydration, the default. */
export function useToastMs(): number {
  return useSyncExternalStore(subscribe, toastMs.read, () => defaultMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosenMs(): number | null {
  try {
    const stored = Number(localStorage.getItem(key));
    return stored >= defaultMs && stored <= maxMs ? stored : null;
  } catch {
    return null;
  }
}
