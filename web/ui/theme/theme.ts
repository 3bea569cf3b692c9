import { useSyncExternalStore } from 'react';

export const themes = ['claro', 'escuro', 'sistema'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

/** The chosen theme and its setter. On the server, and until hydration, it is `sistema`. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, storedTheme, () => 'sistema' as const);
  return [theme, chooseTheme];
}

function subscribe(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  listeners.add(listener);
  dark.addEventListener('change', applyTheme);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener('change', applyTheme);
  };
}

function storedTheme(): Theme {
  return chosenTheme() ?? 'sistema';
}

/** The theme chosen in this browser; null without a choice. */
export function chosenTheme(): Theme | null {
  try {
    return themes.find((theme) => theme === localStorage.getItem('tema')) ?? null;
  } catch {
    return null;
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('tema', theme);
  } catch {
    // Storage is blocked: the choice lasts until the page closes.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function applyTheme(choice: Theme | Event): void {
  const theme = typeof choice === 'string' ? choice : storedTheme();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme =
    theme === 'escuro' || (theme === 'sistema' && systemIsDark) ? 'dark' : 'light';
}
