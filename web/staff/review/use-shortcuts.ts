import { useEffect, useRef, useState } from 'react';

const storageKey = 'praca_atalhos';

/**
 * Single keys that press the page's visible buttons. They never fire inside fields, menus or dialogs, nor with a
 * modifier, and they can be switched off (WCAG 2.1.4).
 */
export function useShortcuts(actions: Record<string, () => void>): {
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
} {
  const [enabled, setEnabled] = useState(readChoice);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
  return {
    enabled,
    setEnabled: (choice) => {
      setEnabled(choice);
      try {
        localStorage.setItem(storageKey, choice ? 'sim' : 'nao');
      } catch {
        // Storage is blocked: the choice lasts until the page closes.
      }
    },
  };
}

function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (document.querySelector('[role$="dialog"][data-state="open"], [role="menu"]')) return true;
  return Boolean(target?.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]'));
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'nao';
  } catch {
    return true;
  }
}
