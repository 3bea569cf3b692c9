import { ownBrowser } from '#web/ui/storage/own-storage.ts';
import { safeReturnPath } from './return-path.ts';

const key = 'volta_da_senha';
/** Longer than the link in the e-mail is valid. */
const lifeMs = 24 * 3_600_000;

/**
 * The return path of a person who requested a new password. The link in the e-mail opens in another tab without it, so
 * this browser stores it.
 */
export const storedReturnPath = {
  keep: (path: string): void => ownBrowser.write(key, JSON.stringify({ path, until: Date.now() + lifeMs })),
  read: (): string =>
    nullOnError(() => {
      const { path, until } = JSON.parse(ownBrowser.read(key) ?? '{}') as {
        path?: string;
        until?: number;
      };
      return until && until > Date.now() ? safeReturnPath(path ?? null) : '/';
    }) ?? '/',
  forget: (): void => ownBrowser.write(key, null),
};

function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Storage is blocked or has an invalid value: the home page opens.
    return null;
  }
}
