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
