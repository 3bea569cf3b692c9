import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DoubleRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The parsed JSON; tests read requests of every shape. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

export interface DoubleReply {
  status: number;
  /** Bytes are a PDF; everything else is JSON. */
  body: unknown;
}

/** What goes wrong with the next requests, one each: the answer is lost after the work, there is no work at all, or nothing. */
export type Fault = 'lost' | 'broken' | 'busy' | 'none';

/** A loopback double of a provider's API: JSON in, JSON out, with faults on demand. */
export async function startDouble(answer: (asked: DoubleRequest) => DoubleReply) {
  const faults: Fault[] = [];
  const asked: DoubleRequest[] = [];
  let pauseMs = 0;
  const server = createServer(async (request, response) => {
    const call = await read(request);
    asked.push(call);
    const fault = faults.shift();
    const { status, body } =
      fault === 'broken'
        ? { status: 500, body: { message: 'internal error' } }
        : fault === 'busy'
          ? { status: 429, body: { message: 'too many requests' } }
          : answer(call);
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    if (fault === 'lost') return void response.destroy();
    const isFile = body instanceof Uint8Array;
    response.writeHead(status, { 'content-type': isFile ? 'application/pdf' : 'application/json' });
    response.end(isFile ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Each answer comes so late. */
    slowDown: (ms: number) => void (pauseMs = ms),
    fail: (...next: Fault[]) => void faults.push(...next),
    clearFaults: () => void faults.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<DoubleRequest> {
  let text = '';
  for await (const piece of request) text += piece;
  const { pathname, searchParams } = new URL(request.url!, 'http://double');
  return {
    method: request.method!,
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: text ? JSON.parse(text) : undefined,
    text,
  };
}
