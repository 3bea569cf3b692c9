import { ownBrowser } from '#web/ui/storage/own-storage.ts';
import { safeReturnPath } from './return-path.ts';

const key = 'volta_da_senha';
/** Longer than the link of the letter opens. */
const lifeMs = 24 * 3_600_000;

/**
 * Where whoever asked for a new password wanted to go. The link of the letter opens in another tab and names no place:
 * this browser remembers it.
 */
export const keptReturn = {
  keep: (path: string): void => ownBrowser.write(key, JSON.stringify({ path, until: Date.now() + lifeMs })),
  read: (): string =>
    attempt(() => {
      const { path, until } = JSON.parse(ownBrowser.read(key) ?? '{}') as {
        path?: string;
        until?: number;
      };
      return until && until > Date.now() ? safeReturnPath(path ?? null) : '/';
    }) ?? '/',
  forget: (): void => ownBrowser.write(key, null),
};

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Storage is blocked, or holds what is not ours: one lands on the first page.
    return null;
  }
}
