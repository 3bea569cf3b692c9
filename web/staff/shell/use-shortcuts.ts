import { useEffect, useState } from 'react';
import { useLatest } from '#web/ui/page/use-latest.ts';

const storageKey = 'praca_atalhos';

/**
 * Single-key shortcuts for the page's visible buttons. They are ignored inside fields, menus and dialogs and with a
 * modifier, and they can be disabled (WCAG 2.1.4).
 */
export function useShortcuts(actions: Record<string, () => void>): {
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
} {
  const [enabled, setEnabled] = useShortcutChoice();
  const latest = useLatest(actions);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [latest, enabled]);
  return { enabled, setEnabled };
}

const listeners = new Set<(enabled: boolean) => void>();

/** Whether single-key shortcuts are enabled, shared by everything on the page. */
export function useShortcutChoice(): [boolean, (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(readChoice);
  useEffect(() => {
    listeners.add(setEnabled);
    return () => void listeners.delete(setEnabled);
  }, []);
  return [enabled, choose];
}

function choose(enabled: boolean): void {
  for (const listener of listeners) listener(enabled);
  try {
    localStorage.setItem(storageKey, enabled ? 'sim' : 'nao');
  } catch {
    // Storage is blocked: the choice lasts until the page closes.
  }
}

/** Whether the key belongs to a field, a menu or a dialog. */
export function isTyping(event: KeyboardEvent): boolean {
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
