import { useSyncExternalStore } from 'react';

let orderId: number | null = null;
const listeners = new Set<() => void>();

function show(next: number | null): void {
  orderId = next;
  for (const listener of listeners) listener();
}

/** Opens the window for sending a receipt from wherever an order's number is known. */
export const receiptModal = {
  open: (id: number): void => show(id),
  close: (): void => show(null),
};

/** The order whose receipt is being sent, or null. */
export function useReceiptModal(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => orderId,
    () => null,
  );
}
