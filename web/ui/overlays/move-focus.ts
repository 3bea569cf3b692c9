/**
 * Call when an element is about to be removed. If it contains the focus, the focus moves to the title of its nearest
 * container once it is gone, so that Tab and screen readers continue there instead of at the top of the page.
 */
export function moveFocusToTitle(element: Element | null): void {
  if (!element?.contains(document.activeElement) || document.activeElement === document.body) return;
  const containers = ancestors(element);
  const dialog = element.closest('[role=dialog], [role=alertdialog]');
  queueMicrotask(() => {
    // A dialog that is removed with it returns the focus to its opener itself.
    if (!dialog || dialog.isConnected) focusTitle(containers);
  });
}

/** The ancestors of an element within the page's content, from the inside out. */
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
 * Focuses the first title in the nearest container that is still in the page, else the page's title; does nothing when
 * another element has the focus. The page does not scroll.
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
