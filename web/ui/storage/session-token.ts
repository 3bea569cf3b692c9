const tokenKey = 'marketplace_auth';

/** The session's bearer token lives in the browser under a fixed key (specification §7). */
export const sessionToken = {
  read: (): string | null => localStorage.getItem(tokenKey),
  write: (token: string): void => localStorage.setItem(tokenKey, token),
  clear: (): void => localStorage.removeItem(tokenKey),
  /** Calls `listener` when another tab signs in or out. Returns the unsubscribe function. */
  watch: (listener: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => (key === tokenKey || key === null) && listener();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
};
