import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { textFrame } from '#server/adapters/realtime/outbox.ts';

/**
 * A bare `ws` loop on this machine, as a server of its own: no protocol, no channels, no database. Run by `sockets.ts`;
 * each call to `/say?times=10` sends the body that many times to all sockets.
 */
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const open = new Map<WebSocket, { write(bytes: Buffer): unknown }>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    say(Buffer.concat(chunks).toString(), Number(searchParams.get('times')), searchParams.has('joined'));
    response.writeHead(204).end();
  });
});

/** @param joined as one write of prepared frames: the fastest possible */
function say(text: string, times: number, joined: boolean): void {
  if (joined) {
    const bytes = Buffer.concat(Array.from({ length: times }, () => textFrame(text)));
    for (const socket of open.values()) socket.write(bytes);
    return;
  }
  for (let time = 0; time < times; time++) for (const each of open.keys()) each.send(text);
}

server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (each) => {
    open.set(each, socket);
    each.on('close', () => open.delete(each));
    each.send('hello');
  }),
);
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
