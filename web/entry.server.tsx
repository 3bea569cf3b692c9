import { renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { createContext, RouterContextProvider, ServerRouter, StaticRouter } from 'react-router';
import { apiContext, createApi } from './api.ts';
import type { Transport } from './api.ts';
import type { Keep } from './kept.tsx';
import { KeepContext } from './kept.tsx';

/** Gives loaders the API through the server's own door; `server/web.ts` calls it for each request. */
export function createLoadContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(transport));
  return context;
}

const htmlContext = createContext('');

/** The document that was rendered for this load context; empty when the answer was no document. */
export function renderedHtml(context: RouterContextProvider): string {
  return context.get(htmlContext);
}

const end = '</body></html>';
const maxParts = 5_000;
const parts = new Map<string, string>();

/** Parts of pages, by their facts. A part is rendered by itself: its links need no address, for theirs are whole. */
const keep: Keep = (key, make) => {
  const known = parts.get(key);
  if (known !== undefined) return known;
  const html = renderToString(<StaticRouter location="/">{make()}</StaticRouter>);
  parts.set(key, html);
  // A Map keeps insertion order: the first key is the oldest.
  if (parts.size > maxParts) parts.delete(parts.keys().next().value!);
  return html;
};

/**
 * Renders the whole page before a byte is sent: it is cached, and its inline scripts are hashed for the CSP. Nothing
 * suspends on the server, so one pass over a string does it, at half the cost of a stream; the loaders' data, which
 * React Router would stream behind a boundary of Suspense, is whole by then and is written where it would have been.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...context } = routerContext;
  const html = renderToString(
    <KeepContext value={keep}>
      <ServerRouter context={context} url={request.url} />
    </KeepContext>,
  );
  if (!html.endsWith(end)) throw new Error('the document must end with its body');
  const scripts = serverHandoffStream ? handoffScripts(await textOf(serverHandoffStream)) : '';
  // As a body it would be encoded, copied through a stream and decoded again, at a tenth of the page's cost.
  loadContext.set(htmlContext, `${html.slice(0, -end.length)}${scripts}${end}`);
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  return text;
}

/** What `<StreamTransfer>` of React Router writes: the browser's router reads its data from this controller. */
function handoffScripts(data: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `<script>${controller}.enqueue(${escapeForScript(JSON.stringify(data))});${controller}.close();</script>`;
}

const risky: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end the script it stands in. */
function escapeForScript(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (character) => risky[character]!);
}
