import { useSyncExternalStore } from 'react';

let orderId: number | null = null;
const listeners = new Set<() => void>();

function show(next: number | null): void {
  orderId = next;
  for (const listener of listeners) listener();
}

/** Opens the payment proof dialog from any place that knows the order's id. */
export const proofModal = {
  open: (id: number): void => show(id),
  close: (): void => show(null),
};

/** The id of the order whose payment proof is being sent, or null. */
export function useProofModal(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => orderId,
    () => null,
  );
}
