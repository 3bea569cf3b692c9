import { useSyncExternalStore } from 'react';

const key = 'ultimo_provedor';

/** The provider of the last sign-in in this browser, for «Da última vez você usou …». */
export const lastProvider = {
  keep: (slug: string): void => attempt(() => localStorage.setItem(key, slug)),
  forget: (): void => attempt(() => localStorage.removeItem(key)),
};

/** Its slug, or null; the server cannot know it. */
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

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Storage is blocked: the hint is only a convenience.
  }
}
