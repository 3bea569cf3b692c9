import { renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { createContext, RouterContextProvider, ServerRouter, StaticRouter } from 'react-router';
import { apiContext, createApi } from './api/api.ts';
import type { Transport } from './api/api.ts';
import { setBrand } from './ui/theme/brand.ts';
import type { Brand } from './ui/theme/brand.ts';
import { setTurned, turnedText } from './settings/sizes.ts';
import { TurnedSizes } from './settings/size-overrides.ts';
import { HandoffContext } from './boot/handoff.tsx';
import type { Keep } from './boot/cached-markup.tsx';
import { KeepContext } from './boot/cached-markup.tsx';
import { startScript } from './boot/start-script.ts';

/** Gives loaders the API through the server's own door; `server/process/web.ts` calls it for each request. */
export function createLoadContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(transport));
  return context;
}

/** What pages say and look like from now on; parts that were rendered under another brand are made anew. */
export function applyRules({ brand, turned }: { brand: Brand; turned: object }): void {
  const changed = [setBrand(brand), setTurned(turned)];
  if (changed.includes(true)) parts.clear();
}

const htmlContext = createContext('');

/** The document that was rendered for this load context; empty when the answer was no document. */
export function renderedHtml(context: RouterContextProvider): string {
  return context.get(htmlContext);
}

const maxParts = 2_000;
/** React asks for the photos that load at once before it writes them; that belongs in a head and a part has none. */
const imagePreloads = /^(?:<link rel="preload" as="image"[^>]*>)+/;
const parts = new Map<string, string>();

/** Parts of pages, by their facts. A part is rendered by itself: its links need no address, for theirs are whole. */
const keep: Keep = (key, make) => {
  const known = parts.get(key);
  if (known !== undefined) return known;
  const html = renderToString(<StaticRouter location="/">{make()}</StaticRouter>).replace(imagePreloads, '');
  parts.set(key, html);
  // A Map keeps insertion order: the first key is the oldest.
  if (parts.size > maxParts) parts.delete(parts.keys().next().value!);
  return html;
};

/**
 * Renders the whole page before a byte is sent: it is cached, and its inline scripts are hashed for the CSP. Nothing
 * suspends on the server, so one pass over a string does it, at half the cost of a stream; the loaders' data, which
 * React Router would stream behind a boundary of Suspense, is whole by then and is written by `<Handoff>`. Only a
 * stream begins with the doctype by itself; without it browsers fall back to the layout of the nineties.
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
      <KeepContext value={keep}>
        <TurnedSizes value={turnedText()}>
          <ServerRouter context={context} url={request.url} />
        </TurnedSizes>
      </KeepContext>
    </HandoffContext>,
  );
  // As a body it would be encoded, copied through a stream and decoded again, at a tenth of the page's cost.
  loadContext.set(htmlContext, `<!doctype html>${html}`);
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text;
}
