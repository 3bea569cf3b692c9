/** A `ref` of a horizontally scrolling row: scrolls its current link into view. */
export function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current=page]');
  if (!row || !current) return;
  const [frame, link] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  if (link.right > frame.right) row.scrollLeft += link.left - frame.left - (frame.width - link.width) / 2;
}
