import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { messageChannel, messageEvent, supportChannel, ticketEvent } from '#domain/notifications/channels.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { startServerProcess } from '#test/process/server-process.ts';
import type { ServerProcess } from '#test/process/server-process.ts';

/** The person on one server, the team on another, with one database. */
let sales: Sales;
let dataDir: string;
let here: ServerProcess;
let there: ServerProcess;
let ana: Person;
let bia: Person;

const startLimitMs = 240_000;

beforeAll(async () => {
  sales = await openSales();
  dataDir = await mkdtemp(join(tmpdir(), 'praca-tickets-'));
  [here, there] = [await start(), await start()];
  ana = await sales.user();
  bia = await sales.user({ role: 'support' });
}, startLimitMs * 2);
afterAll(async () => {
  await here.stop();
  await there.stop();
  await sales.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(): Promise<ServerProcess> {
  return startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: sales.database.ownerUrl,
    DATABASE_APP_URL: sales.database.appUrl,
    SECRET_KEY: sales.ctx.config.secretKey!,
    NODE_ENV: 'test',
    ALLOW_SIMULATORS: '1',
  });
}

async function call(at: ServerProcess, person: Person, method: string, path: string, body?: object) {
  const answer = await fetch(`${at.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const parsed = (await answer.json()) as { data: Record<string, unknown> };
  return { status: answer.status, data: parsed.data };
}

interface Frame {
  event: string;
  channel?: string;
  data: string;
}

/** A browser's connection: signed in, subscribed to the person's own channels. */
async function listen(at: ServerProcess, person: Person): Promise<Frame[]> {
  const { data: where } = await call(at, person, 'GET', '/public/realtime');
  const ws = new WebSocket(`${at.url.replace('http', 'ws')}/app/${String(where.key)}?protocol=7`, {
    origin: at.url,
  });
  const frames: Frame[] = [];
  ws.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString()) as Frame));
  await once(ws, 'message');
  const { socket_id: socketId } = JSON.parse(frames[0]!.data) as { socket_id: string };
  const sign = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${at.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: new URLSearchParams({ socket_id: socketId, ...form }),
    });
    return (await answer.json()) as object;
  };
  const send = (event: string, data: object) => ws.send(JSON.stringify({ event, data }));
  send('pusher:signin', await sign('/realtime/user-auth', {}));
  send('pusher:subscribe', { channel: messageChannel(person.id) });
  const channel = supportChannel(person.id);
  send('pusher:subscribe', { channel, ...(await sign('/realtime/auth', { channel_name: channel })) });
  await expect
    .poll(() => frames.filter(({ event }) => event === 'pusher_internal:subscription_succeeded').length)
    .toBe(2);
  return frames;
}

test('a message of the team on one server is counted and announced on the other, without its text', async () => {
  const frames = await listen(here, ana);
  const heard = (name: string) => frames.filter(({ event }) => event === name);
  const opened = await call(here, ana, 'POST', '/tickets', {
    category: 'other',
    clientId: randomUUID(),
    text: 'Preciso de ajuda.',
    files: [],
  });
  const id = opened.data.id as number;
  await expect.poll(() => heard(ticketEvent).length).toBe(1);
  const body = { text: 'segredo da conversa', files: [], waitsForUser: true };
  expect((await call(there, bia, 'PUT', `/staff/tickets/${id}/messages/${randomUUID()}`, body)).status).toBe(
    200,
  );
  await expect.poll(() => heard(messageEvent).length).toBe(1);
  await expect.poll(() => heard(ticketEvent).length).toBe(2);
  expect(heard(messageEvent)[0]).toMatchObject({ channel: messageChannel(ana.id), data: '{}' });
  expect(JSON.parse(heard(ticketEvent).at(-1)!.data)).toEqual({ id });
  expect(JSON.stringify(frames)).not.toContain('segredo');
  // A person's own messages are announced to the other side, and never counted.
  await call(here, ana, 'PUT', `/tickets/${id}/messages/${randomUUID()}`, { text: 'Oi', files: [] });
  await expect.poll(() => heard(ticketEvent).length).toBe(3);
  expect(heard(messageEvent)).toHaveLength(1);
});

test('a server that is killed loses no acknowledged message, and a repeat on another server duplicates none', async () => {
  const opened = await call(there, ana, 'POST', '/tickets', {
    category: 'other',
    clientId: randomUUID(),
    text: 'Primeira.',
    files: [],
  });
  const id = opened.data.id as number;
  const letters = Array.from({ length: 15 }, (_, n) => ({ clientId: randomUUID(), text: `mensagem ${n}` }));
  const path = (clientId: string) => `/tickets/${id}/messages/${clientId}`;
  const acknowledged: string[] = [];
  let dying: Promise<void> | undefined;
  const sending = letters.map(async ({ clientId, text }) => {
    const answer = await call(there, ana, 'PUT', path(clientId), { text, files: [] }).catch(() => null);
    if (answer?.status === 200) acknowledged.push(text);
    if (acknowledged.length === 3) dying ??= there.kill();
    await dying;
  });
  await Promise.all(sending);
  const told = async () => {
    const { data } = await call(here, ana, 'GET', `/tickets/${id}`);
    return (data.messages as { sequence: number; text: string }[]).slice(1);
  };
  const kept = (await told()).map(({ text }) => text);
  for (const text of acknowledged) expect(kept).toContain(text);
  // The browser repeats what was not acknowledged; the limit of twenty in ten seconds is per person.
  for (const { clientId, text } of letters) {
    const again = () => call(here, ana, 'PUT', path(clientId), { text, files: [] });
    await expect.poll(async () => (await again()).status, { timeout: 30_000, interval: 1_000 }).toBe(200);
  }
  const all = await told();
  expect(all.map(({ text }) => text).toSorted()).toEqual(letters.map(({ text }) => text).toSorted());
  expect(all.map(({ sequence }) => sequence)).toEqual(letters.map((_, index) => index + 2));
  there = await start();
}, 120_000);
