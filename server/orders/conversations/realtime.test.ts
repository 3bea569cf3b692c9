import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import Client from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSocketLimiter } from '#server/notifications/realtime/socket-limiter.ts';
import { defaultNetworkRules } from '#domain/settings/network-rules.ts';
import { createEmbeddedRealtime } from '#server/adapters/realtime/embedded.ts';
import { endedSessions } from '#server/http/session.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/** Two processes on one database: messages are written through one, readers listen on the other. */
let sales: Sales;
let sale: Placed;
let apiPort: number;
let otherPort: number;
const open: Client[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid();
  apiPort = (sales.app.server.address() as AddressInfo).port;
  await sales.ctx.realtime.start(sales.app.server, sales.database.appUrl);
  const hex = sales.ctx.keys.realtime.toString('hex');
  const other = createEmbeddedRealtime({
    db: sales.db,
    app: { id: 'praca', key: hex.slice(0, 20), secret: hex.slice(20) },
    publicUrl: 'http://127.0.0.1',
    log: pino({ level: 'silent' }),
    endedSessions: (ids) => endedSessions(sales.db, ids),
    shares: createSocketLimiter(() => defaultNetworkRules),
    visitorOf: ({ socket }) => socket.remoteAddress ?? '',
  });
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await other.start(server, sales.database.appUrl);
  otherPort = (server.address() as AddressInfo).port;
  closing.push(async () => {
    await other.stop();
    server.close();
  });
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(async () => {
  for (const close of closing) await close();
  await sales.ctx.realtime.stop();
  await sales.close();
});

function connect(person: Person): Client {
  const client = new Client(sales.ctx.realtime.client.key, {
    cluster: 'praca',
    wsHost: '127.0.0.1',
    wsPort: otherPort,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: `http://127.0.0.1:${apiPort}/realtime/auth`,
      transport: 'ajax',
      headers: { Authorization: `Bearer ${person.token}` },
    },
  });
  open.push(client);
  return client;
}

const heard = (target: { bind(event: string, callback: (data: unknown) => void): unknown }, event: string) =>
  new Promise<unknown>((resolve, reject) => {
    target.bind(event, resolve);
    setTimeout(() => reject(new Error(`nothing heard of ${event}`)), 4_000).unref();
  });

async function join(person: Person) {
  const channel = connect(person).subscribe(`private-order-${sale.id}`);
  await heard(channel, 'pusher:subscription_succeeded');
  return channel;
}

test('the other side is notified in another process of new and read messages, without their text', async () => {
  const channel = await join(sale.seller);
  const everything: unknown[] = [];
  channel.bind_global((_event: string, data: unknown) => everything.push(data));
  const message = heard(channel, 'message');
  const sent = await sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: sale.buyer.token,
    body: { text: 'Segredo entre nós', fileIds: [], insist: false },
  });
  expect(await message).toEqual({ sequence: sent.data.sequence });
  const reading = heard(channel, 'reading');
  await sales.request('PUT', `/orders/${sale.hash}/reading`, { token: sale.seller.token, body: { upTo: 1 } });
  expect(await reading).toEqual({ side: 'seller', upTo: 1 });
  expect(JSON.stringify(everything)).not.toContain('Segredo');
});

test('each side sees the other typing', async () => {
  const [buyer, seller] = [await join(sale.buyer), await join(sale.seller)];
  const typing = heard(seller, 'client-typing');
  buyer.trigger('client-typing', {});
  expect(await typing).toEqual({});
});

test('strangers, staff and people of other orders receive no events', async () => {
  const other = await sales.paid();
  for (const person of [await sales.user(), await sales.user({ role: 'admin' }), other.buyer]) {
    const channel = connect(person).subscribe(`private-order-${sale.id}`);
    expect(await heard(channel, 'pusher:subscription_error')).toMatchObject({ status: 403 });
  }
});

test('messages are not published on the guessable channel of a person', async () => {
  const client = connect(sale.seller);
  const channel = client.subscribe(`private-user-${sale.seller.id}`);
  await heard(channel, 'pusher:subscription_succeeded');
  let news = 0;
  channel.bind('message', () => (news += 1));
  await sales.request('PUT', `/orders/${sale.hash}/messages/${randomUUID()}`, {
    token: sale.buyer.token,
    body: { text: 'Mais uma', fileIds: [], insist: false },
  });
  await sleep(150);
  expect(news).toBe(0);
});
