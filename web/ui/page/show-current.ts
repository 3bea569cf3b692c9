/** A row that scrolls sideways begins where its current link can be seen; for its `ref`. */
export function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current=page]');
  if (!row || !current) return;
  const [frame, link] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  if (link.right > frame.right) row.scrollLeft += link.left - frame.left - (frame.width - link.width) / 2;
}
