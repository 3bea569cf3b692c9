import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { staffAreas } from './areas.ts';
import { isTyping, useShortcutChoice } from './use-shortcuts.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';

export interface StaffKeys {
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
}

/** Maximum time between `g` and its letter. */
const sequenceMs = 1_200;

/**
 * Keys on every dashboard page: Ctrl or ⌘ K for the palette always; `g` and a letter, `/` and `?` when single keys are
 * enabled. The letter after `g` does not reach the page's own shortcuts.
 */
export function useStaffKeys(actions: { onPalette: () => void; onHelp: () => void }): StaffKeys {
  const navigate = useNavigate();
  const [enabled, setEnabled] = useShortcutChoice();
  const latest = useLatest(actions);
  useEffect(() => {
    let lastGAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (!enabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const key = event.key.toLowerCase();
      const area = event.timeStamp - lastGAt < sequenceMs && staffAreas.find(({ letter }) => letter === key);
      lastGAt = key === 'g' ? event.timeStamp : -Infinity;
      if (area) void navigate(area.path);
      else if (key === '?') latest.current.onHelp();
      else if (key === '/') focusSearch(latest.current.onPalette);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [latest, enabled, navigate]);
  return { enabled, setEnabled };
}

/** Focuses the list's search where the page has one, and opens the palette openPalette. */
function focusSearch(openPalette: () => void): void {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  if (field) field.focus();
  else openPalette();
}
