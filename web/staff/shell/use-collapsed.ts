import { useState } from 'react';

const storageKey = 'praca_painel_recolhido';

/** Whether the sidebar shows icons only, on all pages: the stored choice, at first not. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const collapsed = chosen ?? read();
  return [
    collapsed,
    (choice) => {
      setChosen(choice);
      try {
        localStorage.setItem(storageKey, choice ? 'sim' : 'nao');
      } catch {
        // Storage is blocked: the choice lasts until the page closes.
      }
    },
  ];
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'sim';
  } catch {
    return false;
  }
}
