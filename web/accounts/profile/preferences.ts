import type { Preferences } from '#contract/accounts/account.ts';
import type { Theme } from '#web/ui/theme/theme.ts';
import { chooseTheme, chosenTheme } from '#web/ui/theme/theme.ts';
import { toastMs } from '#web/ui/storage/toast-time.ts';

/** Maps the account's theme names to the browser's. */
export const themeNames = { light: 'claro', dark: 'escuro', system: 'sistema' } as const satisfies Record<
  Preferences['theme'],
  Theme
>;

/** Applies the account's preferences where this browser has none of its own, so that a new device looks like the old one. */
export function adoptPreferences({ theme, toastMs: durationMs }: Preferences): void {
  if (chosenTheme() === null && theme !== 'system') chooseTheme(themeNames[theme]);
  if (!toastMs.isChosen()) toastMs.choose(durationMs);
}
