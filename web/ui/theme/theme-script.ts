/**
 * Inline script for `<head>`: sets `data-theme` before first paint from `localStorage.tema`
 * (`claro`, `escuro` or `sistema`). Under 300 bytes, so it costs less than a flash of the wrong theme.
 */
export const themeScript =
  `try{var t=localStorage.tema}catch(e){}` +
  `document.documentElement.dataset.theme=t=='escuro'||t!='claro'&&` +
  `matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'`;
