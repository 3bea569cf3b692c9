import type { ReservedPlace } from './reserved-space-script.ts';

/** Stores the height for the next page load. Without storage the layout shifts. */
export function storeReservedHeight(place: ReservedPlace, height: number, notOn = ''): void {
  try {
    localStorage.setItem(place, `${height} ${innerWidth} ${notOn}`);
  } catch {}
}

/** Reserves the space for a page that renders again without a load. */
export function reserveSpace(place: ReservedPlace, height: number): void {
  document.documentElement.style.setProperty(`--${place}`, `${height}px`);
}

/** Releases the space: the content has rendered, or this page has none. */
export function releaseSpace(place: ReservedPlace): void {
  document.documentElement.style.removeProperty(`--${place}`);
}

/** Releases the space here and on the next pages, which have no such content. */
export function forgetSpace(place: ReservedPlace): void {
  releaseSpace(place);
  try {
    localStorage.removeItem(place);
  } catch {}
}

/** The next pages of this visit have no cards of notices that are unread now. */
export function markVisit(): void {
  try {
    sessionStorage.setItem('avisos_vistos', '1');
  } catch {}
}

/** Calls `onHeight` with the element's height, at once and on every change. Returns the cleanup for an effect. */
export function watchHeight(element: Element, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { height } = element.getBoundingClientRect();
    if (height > 0) onHeight(height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
