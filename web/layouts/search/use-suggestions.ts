import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Suggestion } from './load-suggestions.ts';

/** A pause in typing after which the server is asked: nobody reads what stands for less. */
const pauseMs = 120;

interface Given {
  choose: (suggestion: Suggestion) => void;
  /** Puts the words into the field, as if they had been typed: the marked row's, or again what was typed. */
  preview: (words: string) => void;
}

/**
 * What a search may mean, while it is typed. The list comes with its own script at the first letter; without it, or
 * when the server says nothing, the form is the form it always was.
 */
export function useSuggestions({ choose, preview }: Given) {
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
    timer.current = setTimeout(() => void ask(text), pauseMs);
  }

  function close(): void {
    typed.current = '';
    clearTimeout(timer.current);
    setItems([]);
    setActive(-1);
  }

  function giveBack(): void {
    preview(typed.current);
    close();
  }

  function mark(index: number): void {
    setActive(index);
    preview(items[index]?.words ?? typed.current);
  }

  /** ↓ and ↑ go round through the list and the field, Enter takes, Escape closes and gives back what was typed. */
  function onKeyDown(event: KeyboardEvent): void {
    if (items.length === 0) return;
    const places = items.length + 1;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const suggestion = items[active];
    if (step !== 0) mark(((active + 1 + step + places) % places) - 1);
    else if (event.key === 'Escape') giveBack();
    else if (event.key === 'Enter' && suggestion) choose(suggestion);
    else return;
    event.preventDefault();
  }

  return { items, active, type, close, onKeyDown };
}
