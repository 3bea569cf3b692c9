const bars = new Set<HTMLElement>();
/** The support button and its distance to the window's edge. */
const cornerWidth = 96;

/**
 * A `ref` of a bar at the bottom of the window, such as the tab bar or a page's decision bar. The height of the highest
 * one is `--bottom-bar-height`, above which the support button stands. A bar that ends before the window's right corner
 * does not count.
 */
export function standsAtBottom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  bars.add(bar);
  const observer = new ResizeObserver(publish);
  observer.observe(bar);
  observer.observe(document.documentElement);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    publish();
  };
}

function publish(): void {
  const height = Math.max(0, ...[...bars].map(heightInCorner));
  document.documentElement.style.setProperty('--bottom-bar-height', `${height}px`);
}

function heightInCorner(bar: HTMLElement): number {
  const { right, height } = bar.getBoundingClientRect();
  if (height === 0 || right < document.documentElement.clientWidth - cornerWidth) return 0;
  return height + (Number.parseFloat(getComputedStyle(bar).bottom) || 0);
}
