import { useSyncExternalStore } from 'react';

/** React renders again after hydration by itself, so there is nothing to subscribe to. */
const subscribe = () => () => undefined;

/** False on the server and while hydrating; for content that public, cached pages must not contain. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
