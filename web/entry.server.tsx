import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import type { EntryContext } from 'react-router';
import { RouterContextProvider, ServerRouter } from 'react-router';
import { apiContext, createApi } from './api.ts';
import type { Transport } from './api.ts';

const renderTimeoutMs = 5_000;

/** Gives loaders the API through the server's own door; `server/web.ts` calls it for each request. */
export function createLoadContext(transport: Transport): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi(transport));
  return context;
}

/** Renders the whole page before a byte is sent: it is cached, and its inline scripts are hashed for the CSP. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  return new Promise<Response>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let code = status;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set('Content-Type', 'text/html; charset=utf-8');
        resolve(new Response(new Uint8Array(Buffer.concat(chunks)), { status: code, headers }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} />,
      {
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: () => {
          code = 500;
        },
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}
