import type { Preferences } from '#contract/accounts/account.ts';
import type { Theme } from '#web/ui/theme/theme.ts';
import { chooseTheme, chosenTheme } from '#web/ui/theme/theme.ts';
import { toastMs } from '#web/ui/storage/toast-time.ts';

/** The account's word for a theme and the browser's. */
export const themeNames = { light: 'claro', dark: 'escuro', system: 'sistema' } as const satisfies Record<
  Preferences['theme'],
  Theme
>;

/** What this browser was never told it takes from the account: a new phone looks like the old one. */
export function adoptPreferences({ theme, toastMs: durationMs }: Preferences): void {
  if (chosenTheme() === null && theme !== 'system') chooseTheme(themeNames[theme]);
  if (!toastMs.isChosen()) toastMs.choose(durationMs);
}
