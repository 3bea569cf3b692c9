import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signChannel } from '#server/adapters/realtime/signatures.ts';
import type { SocketLimits } from '#server/adapters/realtime/socket-server.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { realtimeApp, startRealtime } from '#test/notifications/realtime.ts';

/** Several servers on one database act as one. */
let market: Market;
const app = realtimeApp;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  market = await createMarket();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await market.close();
});

async function startProcess(limits: Partial<SocketLimits> = {}) {
  const process = await startRealtime(market, { limits });
  closing.push(process.stop);
  return process;
}

interface Frame {
  event: string;
  channel?: string;
  data: string;
}

async function listener(port: number, channel: string, userId?: string) {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${app.key}?protocol=7`);
  const frames: Frame[] = [];
  ws.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as Frame));
  await once(ws, 'message');
  const { socket_id: socketId } = JSON.parse(frames[0]!.data) as { socket_id: string };
  const presence = userId === undefined ? undefined : { user_id: userId, user_info: { name: userId } };
  ws.send(
    JSON.stringify({
      event: 'pusher:subscribe',
      data: { channel, ...signChannel(app, socketId, channel, presence) },
    }),
  );
  await expect.poll(() => frames.length).toBeGreaterThan(1);
  const heard = (event: string) =>
    frames.filter((frame) => frame.event === event).map(({ data }) => JSON.parse(data) as unknown);
  return { ws, frames, heard };
}

const say = (publisher: Awaited<ReturnType<typeof startProcess>>, channel: string, data: unknown) =>
  inTransaction(market.ctx.db, (tx) =>
    publisher.realtime.publish(tx, [{ channels: [channel], event: 'x', data }]),
  );

test('a message that one process publishes reaches the clients of another, once and in order', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const there = await listener(two.port, 'corredor');
  for (let number = 0; number < 50; number++) await say(one, 'corredor', number);
  await expect.poll(() => there.heard('x')).toHaveLength(50);
  expect(there.heard('x')).toEqual(Array.from({ length: 50 }, (_, number) => number));
  there.ws.close();
});

test('a message too long for NOTIFY is read from its row', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const there = await listener(two.port, 'corredor');
  await say(one, 'corredor', 'ç'.repeat(4_500));
  await expect.poll(() => there.heard('x')).toEqual(['ç'.repeat(4_500)]);
  there.ws.close();
});

test('a process that lost its database connection delivers afterwards what it missed', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const there = await listener(two.port, 'corredor');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'praca realtime' and datname = current_database()`.execute(market.ctx.db);
  await say(one, 'corredor', 'no escuro');
  await expect.poll(() => there.heard('x'), { timeout: 5_000 }).toEqual(['no escuro']);
  there.ws.close();
});

test('a person on two processes is one member, and leaves when the last socket is gone', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const watcher = await listener(one.port, 'presence-sala', 'w');
  const here = await listener(one.port, 'presence-sala', 'm');
  await expect.poll(() => watcher.heard('pusher_internal:member_added')).toHaveLength(1);
  const there = await listener(two.port, 'presence-sala', 'm');
  here.ws.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(watcher.heard('pusher_internal:member_removed')).toEqual([]);
  there.ws.close();
  await expect.poll(() => watcher.heard('pusher_internal:member_removed')).toEqual([{ user_id: 'm' }]);
  expect(watcher.heard('pusher_internal:member_added')).toHaveLength(1);
  watcher.ws.close();
});

test('a client event contains its sender’s id on the other process too, and never reaches its sender', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const writer = await listener(one.port, 'presence-mesa', 'm');
  const there = await listener(two.port, 'presence-mesa', 'w');
  writer.ws.send(JSON.stringify({ event: 'client-escreve', channel: 'presence-mesa', data: { on: true } }));
  await expect.poll(() => there.heard('client-escreve')).toEqual([{ on: true }]);
  expect(there.frames.find(({ event }) => event === 'client-escreve')).toMatchObject({ user_id: 'm' });
  expect(writer.heard('client-escreve')).toEqual([]);
  for (const { ws } of [writer, there]) ws.close();
});

test('the members of a process that died are announced as gone once its heartbeat stops', async () => {
  const one = await startProcess();
  const watcher = await listener(one.port, 'presence-sala', 'w');
  // In one statement, because the next heartbeat removes a dead process.
  await sql`with dead as (insert into realtime_processes (id, beat_at)
      values ('00000000-0000-4000-8000-000000000001', now() - interval '1 minute') returning id)
    insert into realtime_members (channel, user_id, process_id, socket_id)
    select 'presence-sala', 'fantasma', id, '1.1' from dead`.execute(market.ctx.db);
  await expect
    .poll(() => watcher.heard('pusher_internal:member_removed'), { timeout: 15_000 })
    .toEqual([{ user_id: 'fantasma' }]);
  watcher.ws.close();
});

test('a member whose departure could not be stored is removed at the next heartbeat', async () => {
  const one = await startProcess();
  const watcher = await listener(one.port, 'presence-porta', 'w');
  await sql`insert into realtime_members (channel, user_id, process_id, socket_id)
    select channel, 'esquecido', process_id, '1.2' from realtime_members
    where channel = 'presence-porta' and user_id = 'w'`.execute(market.ctx.db);
  await expect
    .poll(() => watcher.heard('pusher_internal:member_removed'), { timeout: 15_000 })
    .toEqual([{ user_id: 'esquecido' }]);
  watcher.ws.close();
});

test('a client that does not read is disconnected, and the others never wait', async () => {
  const one = await startProcess({ maxBehindBytes: 200_000 });
  const slow = await listener(one.port, 'rio');
  const quick = await listener(one.port, 'rio');
  const closed = once(slow.ws, 'close');
  slow.ws.pause();
  const big = 'x'.repeat(9_000);
  const rounds = 1_500;
  for (let sent = 0; sent < rounds; sent += 50)
    await inTransaction(market.ctx.db, (tx) =>
      one.realtime.publish(
        tx,
        Array.from({ length: 50 }, () => ({ channels: ['rio'], event: 'x', data: big })),
      ),
    );
  await expect.poll(() => quick.heard('x').length, { timeout: 60_000 }).toBe(rounds);
  slow.ws.resume();
  await closed;
  expect(slow.heard('x').length).toBeLessThan(rounds);
  quick.ws.close();
}, 120_000);
