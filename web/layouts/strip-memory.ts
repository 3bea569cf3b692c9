import { stripKey, stripProperty } from './strip-script.ts';

/** For the next time: how high, and where to. Storage that is closed keeps nothing; the page then moves. */
export function keepStripPlace(place: string | null): void {
  try {
    if (place === null) localStorage.removeItem(stripKey);
    else localStorage.setItem(stripKey, place);
  } catch {}
}

/** No strip is coming. */
export function giveUpStripPlace(): void {
  document.documentElement.style.removeProperty(stripProperty);
  keepStripPlace(null);
}
