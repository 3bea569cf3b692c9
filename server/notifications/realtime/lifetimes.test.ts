import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Client from 'pusher-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signChannel } from '#server/adapters/realtime/signatures.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import {
  clientOptions,
  nextEvent,
  subscribeTo,
  realtimeApp,
  startRealtime,
} from '#test/notifications/realtime.ts';
import type { RealtimeProcess } from '#test/notifications/realtime.ts';

/** How connections end, and that they leave nothing behind. */
let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

/** A client reconnects after one second, two, and so on. */
const patienceMs = 20_000;

const pathOf = ({ port }: RealtimeProcess) => `ws://127.0.0.1:${port}/app/${realtimeApp.key}?protocol=7`;

const tell = ({ realtime }: RealtimeProcess, channel: string, data: unknown) =>
  inTransaction(market.ctx.db, (tx) => realtime.publish(tx, [{ channels: [channel], event: 'x', data }]));

test('a client pings when the server asks it to, and a silent one is closed with 4201', async () => {
  const server = await startRealtime(market, { limits: { activitySeconds: 1, graceSeconds: 0 } });
  const silent = new WebSocket(pathOf(server));
  const closed = once(silent, 'close') as Promise<[number]>;
  const client = new Client(realtimeApp.key, clientOptions(server.port));
  let states = 0;
  client.connection.bind('state_change', () => (states += 1));
  await nextEvent(client.connection, 'connected');
  const before = states;
  expect((await closed)[0]).toBe(4201);
  await sleep(1_500);
  // It was idle for as long, but answered pings.
  expect(client.connection.state).toBe('connected');
  expect(states).toBe(before);
  client.disconnect();
  await server.stop();
});

test('a server that stops sends its clients to the next one, where their subscriptions continue', async () => {
  const first = await startRealtime(market);
  const client = new Client(realtimeApp.key, clientOptions(first.port));
  const channel = await subscribeTo(client, 'corredor');
  const socketId = client.connection.socket_id;
  await first.stop();
  const back = nextEvent(channel, 'pusher:subscription_succeeded', patienceMs);
  const second = await startRealtime(market, { port: first.port });
  await back;
  const arrival = nextEvent(channel, 'x');
  await tell(second, 'corredor', 'de volta');
  expect(await arrival).toBe('de volta');
  expect(client.connection.socket_id).not.toBe(socketId);
  client.disconnect();
  await second.stop();
}, 60_000);

test('a message sent just before a close frame arrives before it', async () => {
  const server = await startRealtime(market);
  const ws = new WebSocket(pathOf(server));
  const frames: { event: string; data: { code?: number } }[] = [];
  ws.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as (typeof frames)[number]));
  await once(ws, 'message');
  const closed = once(ws, 'close') as Promise<[number]>;
  ws.send(JSON.stringify({ event: 'pusher:signin', data: { auth: 'chave:0', user_data: '{"id":"1"}' } }));
  expect((await closed)[0]).toBe(4009);
  expect(frames.at(-1)).toMatchObject({ event: 'pusher:error', data: { code: 4009 } });
  await server.stop();
});

test('a hundred visits leave nothing behind: no reserved place, no channel, no member', async () => {
  const places = 10;
  const server = await startRealtime(market, {
    limits: { maxSockets: places },
  });
  for (let visit = 0; visit < 100; visit += places)
    await Promise.all(Array.from({ length: places }, () => comeAndGo(server)));
  const here = await Promise.all(
    Array.from({ length: places }, () => vi.waitFor(() => open(server), { timeout: patienceMs })),
  );
  const full = new WebSocket(pathOf(server));
  expect(((await once(full, 'close')) as [number])[0]).toBe(4100);
  for (const { ws } of here) ws.terminate();
  const there = await vi.waitFor(() => open(server), { timeout: patienceMs });
  there.ws.close();
  const left = async (table: 'realtime_members' | 'realtime_counts') =>
    (await market.ctx.db.selectFrom(table).select('channel').execute()).length;
  await expect.poll(() => left('realtime_members'), { timeout: patienceMs }).toBe(0);
  await expect.poll(() => left('realtime_counts'), { timeout: patienceMs }).toBe(0);
  await server.stop();
}, 60_000);

interface Visit {
  ws: WebSocket;
  socketId: string;
}

/** Resolves when the connection was accepted. */
async function open(server: RealtimeProcess): Promise<Visit> {
  const ws = new WebSocket(pathOf(server));
  const [bytes] = (await once(ws, 'message')) as [Buffer];
  const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
  if (event !== 'pusher:connection_established') throw new Error('no room');
  return { ws, socketId: (JSON.parse(data) as { socket_id: string }).socket_id };
}

async function comeAndGo(server: RealtimeProcess): Promise<void> {
  const { ws, socketId } = await vi.waitFor(() => open(server), { timeout: patienceMs });
  const channel = 'presence-visita';
  const person = { user_id: socketId, user_info: {} };
  const data = { channel, ...signChannel(realtimeApp, socketId, channel, person) };
  ws.send(JSON.stringify({ event: 'pusher:subscribe', data }));
  await once(ws, 'message');
  ws.close();
  await once(ws, 'close');
}
