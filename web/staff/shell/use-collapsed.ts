import { useState } from 'react';

const storageKey = 'praca_painel_recolhido';

/** Whether the sidebar shows icons only: the stored choice, or else the page's default. */
export function useCollapsed(wide: boolean): [boolean, (collapsed: boolean) => void] {
  const key = wide ? `${storageKey}_larga` : storageKey;
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const collapsed = chosen[key] ?? read(key) ?? wide;
  return [
    collapsed,
    (choice) => {
      setChosen((before) => ({ ...before, [key]: choice }));
      try {
        localStorage.setItem(key, choice ? 'sim' : 'nao');
      } catch {
        // Storage is blocked: the choice lasts until the page closes.
      }
    },
  ];
}

function read(key: string): boolean | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : stored === 'sim';
  } catch {
    return null;
  }
}
