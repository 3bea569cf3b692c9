import type { CardFields } from './payment-provider.ts';

/**
 * A page with card fields for a frame of the order's page, on another origin than the site's. It exchanges messages
 * with its parent only: it answers `praca-card:ask` by `praca-card:token` or `praca-card:invalid`, and sends its height
 * and each press of Enter. Its query names the parent's origin, the theme and the font.
 * @param sources of the provider's own scripts and frames, each a list of CSP sources
 */
export function cardFieldsPage(page: {
  path: string;
  title: string;
  body: string;
  script: string;
  head?: string;
  sources?: { script: string; frame: string; connect: string; image: string };
}): CardFields {
  const { path, title, body, script, head = '', sources } = page;
  const scriptPath = `${path}/fields.js`;
  return {
    path,
    html: `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style>${head}<script src="${scriptPath}" defer></script></head><body><main aria-label="${title}">${body}</main></body></html>`,
    policy: [
      `default-src 'none'`,
      `script-src 'self'${sources ? ` ${sources.script}` : ''}`,
      `style-src 'unsafe-inline'`,
      `connect-src ${sources ? sources.connect : `'none'`}`,
      `frame-src ${sources ? sources.frame : `'none'`}`,
      `font-src 'self'`,
      `img-src 'self' data:${sources ? ` ${sources.image}` : ''}`,
      `form-action 'none'`,
      `base-uri 'none'`,
    ].join('; '),
    scripts: { [scriptPath]: `${frame}\n${script}` },
  };
}

const frame = `'use strict';
const site = new URLSearchParams(location.search).get('site');
const tell = (message) => parent.postMessage(message, site);
const praca = {
  onAsked: (answer) => addEventListener('message', (event) => {
    if (event.source === parent && event.origin === site && event.data?.type === 'praca-card:ask') answer(event.data);
  }),
  give: (token, brand) => tell({ type: 'praca-card:token', token, brand }),
  fail: (reason) => tell({ type: 'praca-card:invalid', reason }),
  enter: () => tell({ type: 'praca-card:enter' }),
};
document.documentElement.dataset.theme = new URLSearchParams(location.search).get('tema') === 'escuro' ? 'dark' : 'light';
const font = new URLSearchParams(location.search).get('fonte');
if (/^\\/build\\/[\\w.-]+\\.woff2$/.test(font ?? ''))
  document.fonts.add(new FontFace('Figtree Variable', 'url(' + font + ')', { weight: '300 900', display: 'swap' }));
new ResizeObserver(() => tell({ type: 'praca-card:height', height: document.querySelector('main').offsetHeight })).observe(document.querySelector('main'));`;

/** A copy of the site's design tokens (design §1.2): of the site's files this page loads only the font. */
const style = `:root{--ink:#141a23;--ink-2:#474d58;--line:#82868e;--surface:#fff;--ring:#2d69de;--danger:#c22122}
[data-theme=dark]{--ink:#f5f3f0;--ink-2:#c1c4cb;--line:#6e7581;--surface:#14171e;--ring:#89b1fa;--danger:#f46f68;color-scheme:dark}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 "Figtree Variable",Figtree,system-ui,sans-serif;color:var(--ink);background:transparent}
main{padding:4px}form,main>div{display:grid;gap:16px}p{margin:0}label,.label{display:block;margin:0 0 6px;font-size:15px;font-weight:600}
input,.field{display:block;width:100%;height:48px;padding:0 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:10px}
input:focus-visible{outline:2px solid var(--ring);outline-offset:2px}[aria-invalid=true]{border-color:var(--danger)}
.error{display:block;margin-top:6px;font-size:14px;color:var(--danger)}.error[hidden]{display:none}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 16px}.pair>*{display:grid;grid-row:span 3;grid-template-rows:subgrid;align-items:end}@media(max-width:280px){.pair{grid-template-columns:1fr;row-gap:16px}.pair>*{grid-template-rows:none}}`;
