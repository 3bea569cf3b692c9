import { useState } from 'react';
import { storeInTab, readFromTab } from './stored-in-tab.ts';

/**
 * The text being written, kept in this tab under `name` so that a reload or a walk through other pages loses
 * nothing. Mount what uses it with `key={name}`: another conversation is another draft.
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

/** What was written under this name has arrived. */
export function forgetDraft(name: string): void {
  storeInTab(draftKey(name), null);
}

const draftKey = (name: string) => `conversa:${name}:rascunho`;
