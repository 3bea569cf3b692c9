/** In this browser's storage: how high the strips under the bar were last, and the path they led to. */
export const stripKey = 'faixa';
export const stripProperty = '--faixa';

/** Inline script for `<head>`: keeps their place from the first paint on, in a browser that holds a session. */
export const stripScript =
  `;try{var f=(localStorage.${stripKey}||'').split(' ');` +
  `if(localStorage.marketplace_auth&&f[0]>0&&f[1]!==location.pathname)` +
  `document.documentElement.style.setProperty('${stripProperty}',f[0]+'px')}catch(e){}`;
