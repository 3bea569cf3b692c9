import { useState } from 'react';
import { keepInTab, readKept } from './stored-in-tab.ts';

/**
 * The text being written, kept in this tab under `name` so that a reload or a walk through other pages loses
 * nothing. Mount what uses it with `key={name}`: another conversation is another draft.
 */
export function useDraft(name: string): [text: string, write: (text: string) => void] {
  const kept = keptUnder(name);
  const [text, setText] = useState(() => readKept<string>(kept) ?? '');
  function write(next: string): void {
    setText(next);
    keepInTab(kept, next === '' ? null : next);
  }
  return [text, write];
}

/** What was written under this name has arrived. */
export function forgetDraft(name: string): void {
  keepInTab(keptUnder(name), null);
}

const keptUnder = (name: string) => `conversa:${name}:rascunho`;
