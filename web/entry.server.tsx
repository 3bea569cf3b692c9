import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { ServerBuild } from 'react-router';
import { RouterContextProvider, StaticRouter } from 'react-router';
import { apiContext, createApi } from './api/api.ts';
import type { Transport } from './api/api.ts';
import { setBrand } from './ui/theme/brand.ts';
import type { Brand } from './ui/theme/brand.ts';
import { setSizeOverrides, sizeOverridesText } from './settings/sizes.ts';
import { SizeOverridesContext } from './settings/size-overrides.ts';
import type { CacheMarkup } from './boot/cached-markup.tsx';
import { MarkupCacheContext } from './boot/cached-markup.tsx';
import type { RenderPage, Report } from './boot/page-renderer.tsx';
import { createRenderer } from './boot/page-renderer.tsx';

/** For `server/process/web.ts`, which must use the same copy of the router as the pages. */
export { createRequestHandler } from 'react-router';

/** Gives loaders the API through the server's in-process transport; `server/process/web.ts` calls it for each request. */
export function createLoadContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(transport));
  return context;
}

/** Sets the brand and the size limits for the following pages; cached markup is dropped when they changed. */
export function applyRules({ brand, turned }: { brand: Brand; turned: object }): void {
  const changed = [setBrand(brand), setSizeOverrides(turned)];
  if (changed.includes(true)) cachedParts.clear();
}

const maxCachedParts = 2_000;
/** React writes preloads of eager images before the markup; they belong in a head, and a fragment has none. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^>]*>)+/;
const cachedParts = new Map<string, string>();

/** Markup of page fragments, by key. Each fragment is rendered at `/`, since its links are absolute. */
const cacheMarkup: CacheMarkup = (key, make) => {
  const known = cachedParts.get(key);
  if (known !== undefined) return known;
  const html = renderToString(<StaticRouter location="/">{make()}</StaticRouter>).replace(imagePreloads, '');
  cachedParts.set(key, html);
  // A Map keeps insertion order: the first key is the oldest.
  if (cachedParts.size > maxCachedParts) cachedParts.delete(cachedParts.keys().next().value!);
  return html;
};

const inContexts = (page: ReactElement) => (
  <MarkupCacheContext value={cacheMarkup}>
    <SizeOverridesContext value={sizeOverridesText()}>{page}</SizeOverridesContext>
  </MarkupCacheContext>
);

/** Creates the renderer of documents; `server/process/web.ts` calls it once a build. */
export const createPageRenderer = (build: ServerBuild, report: Report): RenderPage =>
  createRenderer(build, inContexts, report);

/** React Router demands a renderer for its own handler, which answers requests for data only. */
export default function refuseDocument(): never {
  throw new Error('documents are rendered by createPageRenderer');
}
