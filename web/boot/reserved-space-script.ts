/** Keys in `localStorage`, and with two dashes in front names of CSS variables: the strips under the top bar, the cards of notices and «Continue de onde parou». */
export type ReservedPlace = 'faixa' | 'novidades' | 'retomar';
const places: readonly ReservedPlace[] = ['faixa', 'novidades', 'retomar'];

/**
 * Inline script for `<head>`. Cached pages are the same for everyone, so personal content is rendered later. Until then
 * its space has the height it had last time in a window of this width, so that the layout does not shift. Notices have
 * cards on the first page of a visit only, in a row of the same height at every width.
 */
export const reservedSpaceScript =
  `;try{if(localStorage.marketplace_auth)for(var p of ${JSON.stringify(places)}){` +
  `var k=(localStorage[p]||'').split(' ');if(k[0]>0&&(k[1]==innerWidth||p=='novidades')&&k[2]!==location.pathname&&(p!='novidades'||!sessionStorage.avisos_vistos))` +
  `document.documentElement.style.setProperty('--'+p,k[0]+'px')}}catch(e){}`;
