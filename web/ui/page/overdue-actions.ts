import { useSyncExternalStore } from 'react';

/** How long a wait stays without a message (design §4.9). */
const overdueAfterMs = 8_000;

/** The action offered while a reply is overdue. */
export interface OverdueAction {
  label: 'Cancelar' | 'Tentar de novo';
  onPress: () => void;
}

let overdue: readonly OverdueAction[] = [];
const listeners = new Set<() => void>();

/** Starts a wait; after 8 s the page shows it with its action. Returns the function that ends it. */
export function startOverdueTimer(action: OverdueAction): () => void {
  const timer = setTimeout(() => setOverdue([...overdue, action]), overdueAfterMs);
  return () => {
    clearTimeout(timer);
    if (overdue.includes(action)) setOverdue(overdue.filter((each) => each !== action));
  };
}

/** The actions of overdue waits, oldest first. */
export function useOverdueActions(): readonly OverdueAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => overdue,
    () => overdue,
  );
}

function setOverdue(next: readonly OverdueAction[]): void {
  overdue = next;
  for (const listener of listeners) listener();
}
