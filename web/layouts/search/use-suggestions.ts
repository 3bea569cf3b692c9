import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Suggestion } from './load-suggestions.ts';

/** Debounce of typing before a request. */
const debounceMs = 120;

interface SuggestionHandlers {
  choose: (suggestion: Suggestion) => void;
  /** Sets the field's text: that of the active row, or the typed text again. */
  preview: (words: string) => void;
}

/**
 * Suggestions while a search is typed. Their code loads at the first letter; without it, or on an error, the form works
 * without suggestions.
 */
export function useSuggestions({ choose, preview }: SuggestionHandlers) {
  const [items, setItems] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const typed = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function ask(text: string): Promise<void> {
    const { loadSuggestions } = await import('./load-suggestions.ts');
    const found = await loadSuggestions(text);
    if (typed.current !== text) return;
    setItems(found);
    setActive(-1);
  }

  function type(text: string): void {
    typed.current = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(text), debounceMs);
  }

  function close(): void {
    typed.current = '';
    clearTimeout(timer.current);
    setItems([]);
    setActive(-1);
  }

  function restoreTyped(): void {
    preview(typed.current);
    close();
  }

  function mark(index: number): void {
    setActive(index);
    preview(items[index]?.words ?? typed.current);
  }

  /** ↓ and ↑ cycle through the list and the field, Enter chooses, Escape closes and restores the typed text. */
  function onKeyDown(event: KeyboardEvent): void {
    if (items.length === 0) return;
    const positions = items.length + 1;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const suggestion = items[active];
    if (step !== 0) mark(((active + 1 + step + positions) % positions) - 1);
    else if (event.key === 'Escape') restoreTyped();
    else if (event.key === 'Enter' && suggestion) choose(suggestion);
    else return;
    event.preventDefault();
  }

  return { items, active, type, close, onKeyDown };
}
