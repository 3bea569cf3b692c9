import { useEffect, useRef } from 'react';

/**
 * The browser's Back button closes dialogs and sheets (design §4.8). Each open one adds a history entry with the page's
 * address and key and the number of open layers (`depth`). The router does not see navigations between those entries.
 * A layer that is closed another way leaves its entry behind, because going back could undo a navigation that is just
 * starting; the next Back skips it.
 */
interface Layer {
  /** Null while the layer must not close by accident: Back then does nothing. */
  close: (() => void) | null;
}
interface Entry {
  key: string;
  depth: number;
}

const depthKey = 'sobrepostos';
const layers: Layer[] = [];
/** The last known history entry. */
let current: Entry | null = null;

/** Adds a history entry for an open layer, and closes the layer when the entry is left. */
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

/** Called once by the root, before the router adds its own `popstate` listener. Returns the cleanup. */
export function listenForBack(): () => void {
  window.addEventListener('popstate', onPopState, { capture: true });
  return () => window.removeEventListener('popstate', onPopState, { capture: true });
}

/** Called when the router has gone to another entry: layers that stay open get their entries on top of it. */
export function trackEntry(key: string, action: 'POP' | 'PUSH' | 'REPLACE'): void {
  if (current?.key === key) return;
  current = entryOf(history.state);
  if (action === 'PUSH') addEntries();
}

function addEntries(): void {
  current = entryOf(history.state);
  while (current.depth < layers.length) {
    current.depth += 1;
    // The page below does not scroll: coming back must not restore the position of an earlier opening.
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
  // A navigation of the router, such as one that its blocker reverts.
  if (samePage && current.depth === from.depth) return;
  if (samePage) event.stopImmediatePropagation();
  // Skips entries whose layers are closed.
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
