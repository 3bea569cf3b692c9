import type { KeptPlace } from './place-script.ts';

/** For the next time. Storage that is closed keeps nothing; the page then moves. */
export function keepPlace(place: KeptPlace, height: number, notOn = ''): void {
  try {
    localStorage.setItem(place, `${height} ${innerWidth} ${notOn}`);
  } catch {}
}

/** Room for when the page is drawn again without being loaded. */
export function holdPlace(place: KeptPlace, height: number): void {
  document.documentElement.style.setProperty(`--${place}`, `${height}px`);
}

/** It came, or nothing is coming on this page: no room is held any more. */
export function closePlace(place: KeptPlace): void {
  document.documentElement.style.removeProperty(`--${place}`);
}

/** Nothing is coming, here or on the next page. */
export function giveUpPlace(place: KeptPlace): void {
  closePlace(place);
  try {
    localStorage.removeItem(place);
  } catch {}
}

/** Calls `kept` with the height of what shows, at once and whenever it changes. For an effect: it answers with its end. */
export function watchHeight(shown: Element, kept: (height: number) => void): () => void {
  const measured = new ResizeObserver(() => {
    const { height } = shown.getBoundingClientRect();
    if (height > 0) kept(height);
  });
  measured.observe(shown);
  return () => measured.disconnect();
}
