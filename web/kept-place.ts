/** Names in this browser's storage, and with two dashes of the room in CSS: strips under the bar, «Continue de onde parou». */
export type KeptPlace = 'faixa' | 'retomar';
const places: readonly KeptPlace[] = ['faixa', 'retomar'];

/**
 * Inline script for `<head>`. Pages are everybody's, so what only a browser knows of comes after them: until it does,
 * each place is as high as it was the last time in a window of this width, from the first paint on, and nothing moves.
 */
export const placeScript =
  `;try{if(localStorage.marketplace_auth)for(var p of ${JSON.stringify(places)}){` +
  `var k=(localStorage[p]||'').split(' ');if(k[0]>0&&k[1]==innerWidth&&k[2]!==location.pathname)` +
  `document.documentElement.style.setProperty('--'+p,k[0]+'px')}}catch(e){}`;

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
