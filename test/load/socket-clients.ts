import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A thousand browsers in one process: sockets that only count frames, so that the server is the bottleneck. Run by
 * `sockets.ts`, which sends one command at a time and waits for the reply.
 */
export type Order =
  | { do: 'connect'; count: number; to: Target }
  | { do: 'rounds'; count: number; window: number; say: ClientCommand }
  | { do: 'cycles'; count: number; at: number; to: Target }
  /** The first socket stops reading. */
  | { do: 'pause' }
  /** It reads again; replies whether it had been disconnected. */
  | { do: 'resume' }
  | { do: 'leave' }
  /** Opens sockets from many addresses of one /64, and keeps those that are accepted. */
  | { do: 'flood'; count: number; first: number; to: Target }
  /** The same from as many networks. */
  | { do: 'neighbours'; count: number; first: number; to: Target };

export interface Flooded {
  held: number;
  refused: number;
  seconds: number;
}

export interface Target {
  port: number;
  path: string;
  /** The frames that the server sends on connecting. */
  greetings: number;
  /** The channel to join; `*` stands for a number that is unique to each socket. */
  channel: string | null;
}

/** How a message is published. */
export interface ClientCommand {
  port: number;
  /** Once for each command. */
  body: string;
  path: string;
  /** Signs the call as the library does; without it the call is unsigned. */
  app: { key: string; secret: string } | null;
  /** How many frames each socket receives of it. */
  frames: number;
}

export interface ClientReport {
  deliveries: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

interface Client {
  socket: Socket;
  rest: Buffer;
  upgraded: boolean;
  frames: number;
  paused: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const shared = Buffer.alloc(256 * 1024);
let clients: Client[] = [];
let made = 0;
let onFrames: (client: Client, frames: number) => void = () => undefined;

process.on('message', (order: Order) => {
  void obey(order).then(
    (answer) => process.send!({ answer }),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'connect':
      return connectMany(order.count, order.to);
    case 'rounds':
      return rounds(order);
    case 'cycles':
      return cycles(order);
    case 'pause':
      clients[0]!.paused = true;
      return void clients[0]!.socket.pause();
    case 'resume':
      return isCut(clients[0]!.socket);
    case 'flood':
      return flood(order, (index) => `2001:db8:1:2::${index.toString(16)}`);
    case 'neighbours':
      return flood(order, (index) => `2001:db8:${(index + 16).toString(16)}::1`);
    case 'leave':
      for (const { socket } of clients) socket.destroy();
      return void (clients = []);
  }
}

/** Only a reading socket learns that the peer is gone. */
async function isCut(socket: Socket): Promise<boolean> {
  socket.resume();
  await Promise.race([once(socket, 'close'), sleep(10_000)]);
  return socket.destroyed;
}

const atOnce = 200;

async function connectMany(count: number, to: Target): Promise<void> {
  for (let left = count; left > 0; left -= atOnce)
    clients.push(...(await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => open(to)))));
}

async function flood(
  { count, first: begin, to }: { count: number; first: number; to: Target },
  addressOf: (index: number) => string,
): Promise<Flooded> {
  const startedAt = performance.now();
  const mine: Client[] = [];
  for (let first = 0; first < count; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) =>
      open(to, addressOf(begin + first + index)).catch(() => null),
    );
    for (const client of await Promise.all(batch)) {
      if (client) mine.push(client);
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  // A refusal is a frame too, and the connection ends within a second after it.
  await sleep(2_000);
  const held = mine.filter(({ socket }) => !socket.destroyed);
  clients.push(...held);
  return { held: held.length, refused: count - held.length, seconds };
}

/** Connects, joins and leaves, `at` of them at a time. */
async function cycles({ count, at, to }: Extract<Order, { do: 'cycles' }>): Promise<void> {
  for (let left = count; left > 0; left -= at) {
    const here = await Promise.all(Array.from({ length: Math.min(left, at) }, () => open(to)));
    for (const { socket } of here) socket.destroy();
  }
}

/** Resolves when the server has sent its greeting and, where a channel is joined, its confirmation. */
function open({ port, path, greetings, channel }: Target, forwardedFor?: string): Promise<Client> {
  const number = ++made;
  return new Promise((resolve, reject) => {
    const wanted = greetings + (channel === null ? 0 : 1);
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: shared,
        callback(length) {
          read(client, shared.subarray(0, length));
          if (wanted > 0 && client.frames === wanted) resolve(client);
          return true;
        },
      },
    });
    const client: Client = { socket, rest: empty, upgraded: false, frames: 0, paused: false };
    socket.setNoDelay(true);
    socket.once('connect', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${forwardedFor ? `X-Forwarded-For: ${forwardedFor}\r\n` : ''}\r\n`,
      );
      if (channel !== null)
        socket.write(
          maskedFrame(
            JSON.stringify({
              event: 'pusher:subscribe',
              data: { channel: channel.replace('*', String(number)) },
            }),
          ),
        );
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed while connecting')));
  });
}

const empty = Buffer.alloc(0);

/** Counts complete frames; an incomplete one is kept until the rest arrives. */
function read(client: Client, given: Buffer): void {
  let bytes = client.rest.length > 0 ? Buffer.concat([client.rest, given]) : given;
  if (!client.upgraded) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return void (client.rest = Buffer.from(bytes));
    client.upgraded = true;
    bytes = bytes.subarray(end + 4);
  }
  let at = 0;
  let frames = 0;
  for (;;) {
    const length = frameLength(bytes, at);
    if (length === 0 || at + length > bytes.length) break;
    at += length;
    frames += 1;
  }
  client.rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : empty;
  client.frames += frames;
  if (frames > 0) onFrames(client, frames);
  return undefined;
}

/** The length with its header; 0 while the header is incomplete. */
function frameLength(bytes: Buffer, at: number): number {
  if (bytes.length < at + 2) return 0;
  const short = bytes[at + 1]! & 0x7f;
  if (short < 126) return 2 + short;
  if (short === 126) return bytes.length < at + 4 ? 0 : 4 + bytes.readUInt16BE(at + 2);
  return bytes.length < at + 10 ? 0 : 10 + Number(bytes.readBigUInt64BE(at + 2));
}

/** Frames of a client are masked; a mask of zeros is valid too. */
function maskedFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length > 125) throw new Error('too long');
  return Buffer.concat([Buffer.from([0x81, 0x80 | length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Publishes a message whenever all sockets have received the message `window` rounds before, as fast as possible. */
function rounds({ count, window, say }: Extract<Order, { do: 'rounds' }>): Promise<ClientReport> {
  const listening = clients.filter(({ paused }) => !paused);
  const heardBy = new Map(listening.map((client) => [client, 0]));
  const left = Array.from({ length: count }, () => listening.length * say.frames);
  const saidAt: number[] = [];
  const delays = new Float64Array(listening.length * say.frames * count);
  let delivered = 0;
  let complete = 0;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const next = () => {
      if (saidAt.length === count) return;
      saidAt.push(performance.now());
      send(say).catch(reject);
    };
    onFrames = (client, frames) => {
      const before = heardBy.get(client);
      if (before === undefined) return;
      heardBy.set(client, before + frames);
      const now = performance.now();
      for (let frame = before; frame < before + frames; frame++) {
        const round = Math.floor(frame / say.frames);
        delays[delivered++] = now - saidAt[round]!;
        left[round]! -= 1;
      }
      while (left[complete] === 0) {
        complete += 1;
        next();
      }
      if (complete === count) {
        onFrames = () => undefined;
        resolve(summary(delays, startedAt));
      }
    };
    for (let first = 0; first < window; first++) next();
  });
}

function summary(delays: Float64Array, startedAt: number): ClientReport {
  const seconds = (performance.now() - startedAt) / 1_000;
  delays.sort();
  const at = (part: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))]!;
  return { deliveries: delays.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function send({ port, path, body, app }: ClientCommand): Promise<void> {
  const whole = app ? `${path}?${signedQuery(app, path, body)}` : path;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path: whole, headers });
    call.on('error', reject);
    call.on('response', (response) => {
      response.resume();
      if (response.statusCode! >= 300) reject(new Error(`refused: ${response.statusCode}`));
      response.on('end', () => resolve());
    });
    call.end(body);
  });
}

/** Signs calls like `pusher`; the library itself would cost more than the call. */
function signedQuery({ key, secret }: { key: string; secret: string }, path: string, body: string): string {
  const md5 = createHash('md5').update(body).digest('hex');
  const query = `auth_key=${key}&auth_timestamp=${Math.floor(Date.now() / 1_000)}&auth_version=1.0&body_md5=${md5}`;
  const signature = createHmac('sha256', secret).update(`POST\n${path}\n${query}`).digest('hex');
  return `${query}&auth_signature=${signature}`;
}
