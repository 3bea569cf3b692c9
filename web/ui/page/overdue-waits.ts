import { useSyncExternalStore } from 'react';

/** How long a wait stays without a message (design §4.9). */
const silentMs = 8_000;

/** The action offered while a reply is overdue. */
export interface PendingAction {
  label: 'Cancelar' | 'Tentar de novo';
  onPress: () => void;
}

let overdue: readonly PendingAction[] = [];
const listeners = new Set<() => void>();

/** Starts a wait; after 8 s the page shows it with its action. Returns the function that ends it. */
export function startWaiting(action: PendingAction): () => void {
  const timer = setTimeout(() => setOverdue([...overdue, action]), silentMs);
  return () => {
    clearTimeout(timer);
    if (overdue.includes(action)) setOverdue(overdue.filter((each) => each !== action));
  };
}

/** The actions of overdue waits, oldest first. */
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
