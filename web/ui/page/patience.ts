import { useSyncExternalStore } from 'react';

/** How long whoever asked for something waits in silence (design §4.9). */
const patienceMs = 8_000;

/** What can be done about an answer that does not come. */
export interface Way {
  label: 'Cancelar' | 'Tentar de novo';
  take: () => void;
}

let late: readonly Way[] = [];
const listeners = new Set<() => void>();

/** Something was asked for; the page says so when it takes long. Returns what to call when it has come. */
export function startWaiting(way: Way): () => void {
  const timer = setTimeout(() => setLate([...late, way]), patienceMs);
  return () => {
    clearTimeout(timer);
    if (late.includes(way)) setLate(late.filter((each) => each !== way));
  };
}

/** What is late, oldest first. */
export function useLate(): readonly Way[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => late,
    () => late,
  );
}

function setLate(next: readonly Way[]): void {
  late = next;
  for (const listener of listeners) listener();
}
