import { renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { createContext, RouterContextProvider, ServerRouter, StaticRouter } from 'react-router';
import { apiContext, createApi } from './api/api.ts';
import type { Transport } from './api/api.ts';
import { setBrand } from './ui/theme/brand.ts';
import type { Brand } from './ui/theme/brand.ts';
import { setSizeOverrides, sizeOverridesText } from './settings/sizes.ts';
import { SizeOverridesContext } from './settings/size-overrides.ts';
import { HandoffContext } from './boot/handoff.tsx';
import type { CacheMarkup } from './boot/cached-markup.tsx';
import { MarkupCacheContext } from './boot/cached-markup.tsx';
import { startScript } from './boot/start-script.ts';

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

const htmlContext = createContext('');

/** The document rendered for this load context; empty when the response is no document. */
export function renderedHtml(context: RouterContextProvider): string {
  return context.get(htmlContext);
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

/**
 * Renders the whole page before a byte is sent: it is cached, and its inline scripts are hashed for the CSP. Nothing
 * suspends on the server, so `renderToString` suffices, at half the cost of a stream. The loaders' data, which React
 * Router would stream behind a Suspense boundary, is complete by then and is written by `<Handoff>`. Only a stream
 * begins with the doctype by itself; without it browsers use quirks mode.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...context } = routerContext;
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : null;
  const html = renderToString(
    <HandoffContext value={startScript(routerContext, data)}>
      <MarkupCacheContext value={cacheMarkup}>
        <SizeOverridesContext value={sizeOverridesText()}>
          <ServerRouter context={context} url={request.url} />
        </SizeOverridesContext>
      </MarkupCacheContext>
    </HandoffContext>,
  );
  // A response body would be encoded, copied through a stream and decoded again, at a tenth of the page's cost.
  loadContext.set(htmlContext, `<!doctype html>${html}`);
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text;
}
