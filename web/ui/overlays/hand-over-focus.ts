/**
 * Call when an element is about to leave the page. If it has the focus, the focus goes to the title of what it stood in
 * once it is gone, so that Tab and a screen reader go on from there instead of from the top of the page.
 */
export function moveFocusToTitle(element: Element | null): void {
  if (!element?.contains(document.activeElement) || document.activeElement === document.body) return;
  const containers = ancestors(element);
  const dialog = element.closest('[role=dialog], [role=alertdialog]');
  queueMicrotask(() => {
    // A dialog that leaves with it gives the focus back to its opener by itself.
    if (!dialog || dialog.isConnected) focusTitle(containers);
  });
}

/** What an element stands in, from the inside out and within the page's content. */
export function ancestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (
    let at = element.parentElement;
    at && at.tagName !== 'MAIN' && at !== document.body;
    at = at.parentElement
  )
    found.push(at);
  return found;
}

/**
 * The first title in the nearest of them that is still there, else the page's own; nothing where something took the
 * focus. The page does not move.
 */
export function focusTitle(around: readonly Element[] = []): void {
  if (document.activeElement !== document.body) return;
  for (const element of [...around, document.querySelector('main')]) {
    const title = element?.isConnected && element.querySelector<HTMLElement>('h1, h2, h3');
    if (!title) continue;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    return;
  }
}
