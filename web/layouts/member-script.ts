/** Inline script for `<head>`: marks the document before the first paint when this browser has a session token. */
export const memberScript = `;try{if(localStorage.marketplace_auth)document.documentElement.dataset.member=''}catch(e){}`;
