import { useSyncExternalStore } from 'react';

/** How long whoever asked for something waits in silence (design §4.9). */
const silentMs = 8_000;

/** What can be done about an answer that does not come. */
export interface PendingAction {
  label: 'Cancelar' | 'Tentar de novo';
  onPress: () => void;
}

let overdue: readonly PendingAction[] = [];
const listeners = new Set<() => void>();

/** Something was asked for; the page says so when it takes long. Returns what to call when it has come. */
export function startWaiting(action: PendingAction): () => void {
  const timer = setTimeout(() => setOverdue([...overdue, action]), silentMs);
  return () => {
    clearTimeout(timer);
    if (overdue.includes(action)) setOverdue(overdue.filter((each) => each !== action));
  };
}

/** What is late, oldest first. */
export function useOverdue(): readonly PendingAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => overdue,
    () => overdue,
  );
}

function setOverdue(next: readonly PendingAction[]): void {
  overdue = next;
  for (const listener of listeners) listener();
}
