import { connect } from 'node:net';

/** Posts a body to a path of the API and returns `data` of the reply. */
export type Caller = (path: string, body: string, headers: Record<string, string>) => Promise<unknown>;

/**
 * One keep-alive connection that does no more than a purchase needs: the load generator shares the processors with the
 * measured server, and node:http would use a third of the server's time for each call.
 * @param url of the server; replies must have a Content-Length
 */
export async function openCaller(url: string): Promise<{ call: Caller; close(): void }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<unknown> | undefined;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const reply = wholeReply(received);
    if (!reply) return;
    received = Buffer.alloc(0);
    if (reply.status < 300) waiting!.resolve((JSON.parse(reply.body) as { data: unknown }).data);
    else waiting!.reject(new Error(`${reply.status} ${reply.body}`));
  });
  const call: Caller = (path, body, headers) => {
    waiting = Promise.withResolvers();
    const lines = Object.entries({
      host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    return waiting.promise;
  };
  return { call, close: () => socket.destroy() };
}

function wholeReply(received: Buffer): { status: number; body: string } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (!(received.length >= end + 4 + length)) return null;
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', end + 4, end + 4 + length) };
}
