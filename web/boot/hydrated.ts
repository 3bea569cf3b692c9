import { useSyncExternalStore } from 'react';

/** It changes once and by itself. */
const never = () => () => undefined;

/** False on the server and while hydrating: for what public, cached pages must not hold. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
