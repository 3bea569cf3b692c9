/** Inline script for `<head>`: marks the document when this browser holds a session, before the first paint. */
export const memberScript = `;try{if(localStorage.marketplace_auth)document.documentElement.dataset.member=''}catch(e){}`;
