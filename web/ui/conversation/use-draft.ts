import { useState } from 'react';
import { storeInTab, readFromTab } from './stored-in-tab.ts';

/**
 * The text being written, stored in this tab under `name` so that a reload or visits to other pages do not lose it.
 * Mount the component with `key={name}`: another conversation has another draft.
 */
export function useDraft(name: string): [text: string, write: (text: string) => void] {
  const key = draftKey(name);
  const [text, setText] = useState(() => readFromTab<string>(key) ?? '');
  function write(next: string): void {
    setText(next);
    storeInTab(key, next === '' ? null : next);
  }
  return [text, write];
}

/** Removes the draft, once the text has been saved. */
export function forgetDraft(name: string): void {
  storeInTab(draftKey(name), null);
}

const draftKey = (name: string) => `conversa:${name}:rascunho`;
