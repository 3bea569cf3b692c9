import { useEffect, useRef } from 'react';

/**
 * Back closes what lies open over the page (design §4.8). Each open dialog or sheet has an entry of the history that is
 * the page's own once more: same address, same key, and how many lie open there. The router never hears of moves between
 * those. One that was closed otherwise leaves its entry behind, because going back then could undo what is just being
 * navigated to; the next Back passes over it.
 */
interface Layer {
  /** Null while it must not be lost by a slip: Back then does nothing. */
  close: (() => void) | null;
}
interface Entry {
  key: string;
  depth: number;
}

const depthKey = 'sobrepostos';
const layers: Layer[] = [];
/** Where the browser was last seen. */
let current: Entry | null = null;

/** Gives what is open its entry, and closes it when that is left. */
export function useCloseOnBack(open: boolean, close: (() => void) | null): void {
  const layer = useRef<Layer>({ close });
  useEffect(() => {
    layer.current.close = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const ownLayer = layer.current;
    layers.push(ownLayer);
    addEntries();
    return () => void layers.splice(layers.indexOf(ownLayer), 1);
  }, [open]);
}

/** For the root alone, before the router hears of a move itself. */
export function listenForBack(): () => void {
  window.addEventListener('popstate', onPopState, { capture: true });
  return () => window.removeEventListener('popstate', onPopState, { capture: true });
}

/** The router went to another entry: what stays open over it is the first that Back closes. */
export function trackEntry(key: string, action: 'POP' | 'PUSH' | 'REPLACE'): void {
  if (current?.key === key) return;
  current = entryOf(history.state);
  if (action === 'PUSH') addEntries();
}

function addEntries(): void {
  current = entryOf(history.state);
  while (current.depth < layers.length) {
    current.depth += 1;
    // The page stands still below: coming back must not scroll it to where it stood at an earlier opening.
    history.scrollRestoration = 'manual';
    history.pushState({ ...history.state, [depthKey]: current.depth }, '');
    history.scrollRestoration = 'auto';
  }
}

function onPopState(event: PopStateEvent): void {
  const from = current ?? entryOf(null);
  current = entryOf(event.state);
  history.scrollRestoration = 'auto';
  const samePage = current.key === from.key;
  // The router's own affair, such as going there and back again while it asks about what was typed.
  if (samePage && current.depth === from.depth) return;
  if (samePage) event.stopImmediatePropagation();
  // Nothing lies open there any more: whoever comes by goes on.
  if (samePage && current.depth > from.depth)
    return current.depth > layers.length ? history.forward() : undefined;
  if (samePage && from.depth > layers.length) return history.back();
  for (const layer of layers.slice(current.depth).toReversed()) {
    if (!layer.close) return samePage ? history.forward() : undefined;
    layer.close();
  }
}

function entryOf(state: unknown): Entry {
  const { key = 'default', [depthKey]: depth = 0 } = (state ?? {}) as { key?: string; [depthKey]?: number };
  return { key, depth };
}
