import { useSyncExternalStore } from 'react';

const key = 'ultimo_provedor';

/** The provider of the last sign-in in this browser, for «Da última vez você usou …». */
export const lastProvider = {
  keep: (slug: string): void => ignoreErrors(() => localStorage.setItem(key, slug)),
  forget: (): void => ignoreErrors(() => localStorage.removeItem(key)),
};

/** The provider's slug, or null; null on the server, which cannot know it. */
export function useLastProvider(): string | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    () => null,
  );
}

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Storage is blocked; the hint is optional.
  }
}
