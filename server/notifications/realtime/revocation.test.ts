import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import Client from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import {
  clientOptions,
  nextEvent,
  subscribeTo,
  signedIn,
  startRealtime,
} from '#test/notifications/realtime.ts';
import type { RealtimeProcess } from '#test/notifications/realtime.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Placed, Sales } from '#test/orders/sales.ts';

/**
 * A session that ended gets no more events (T49, T68), with the unmodified `pusher-js` without `pusher:signin`. The API
 * answers in one process, the connections are open in another.
 */
let sales: Sales;
let sale: Placed;
let apiPort: number;
let other: RealtimeProcess;
const open: Client[] = [];

/** T68. */
const limitMs = 5_000;

beforeAll(async () => {
  sales = await openSales();
  sale = await sales.paid();
  apiPort = (sales.app.server.address() as AddressInfo).port;
  await sales.ctx.realtime.start(sales.app.server, sales.database.appUrl);
  const hex = sales.ctx.keys.realtime.toString('hex');
  other = await startRealtime(sales, {
    app: { id: 'praca', key: hex.slice(0, 20), secret: hex.slice(20) },
  });
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(async () => {
  await other.stop();
  await sales.ctx.realtime.stop();
  await sales.close();
});

function connect({ token }: Person, port = other.port): Client {
  const client = new Client(sales.ctx.realtime.client.key, {
    ...clientOptions(port),
    channelAuthorization: {
      endpoint: `http://127.0.0.1:${apiPort}/realtime/auth`,
      transport: 'ajax',
      headers: { Authorization: `Bearer ${token}` },
    },
  });
  open.push(client);
  return client;
}

const tell = (channel: string) =>
  inTransaction(sales.db, (tx) =>
    sales.ctx.realtime.publish(tx, [{ channels: [channel], event: 'segredo', data: {} }]),
  );

/** Each kind of channel, with a person who may join it. */
const channelKinds: [string, () => Promise<[Person, string]>][] = [
  ['the team’s', async () => [await sales.user({ role: 'support' }), 'private-staff-support']],
  [
    'a person’s with the team',
    async () => [await sales.user({ role: 'support' }), `private-support-${sale.buyer.id}`],
  ],
  ['a ticket’s', async () => [await sales.user({ role: 'support' }), 'presence-staff-ticket-1']],
  ['an order’s', async () => [sale.buyer, `private-order-${sale.id}`]],
];

test.each(channelKinds)(
  'a session that is ended loses its connection to a channel that is %s',
  async (_whose, who) => {
    const [person, name] = await who();
    const client = connect(person);
    const channel = await subscribeTo(client, name);
    const socketId = client.connection.socket_id;
    let leaked = 0;
    channel.bind('segredo', () => (leaked += 1));
    const before = nextEvent(channel, 'segredo');
    await tell(name);
    await before;
    const refused = nextEvent(channel, 'pusher:subscription_error', limitMs);
    await sales.request('DELETE', '/sessions/current', { token: person.token });
    expect(await refused).toMatchObject({ status: 403 });
    expect(client.connection.socket_id).not.toBe(socketId);
    await tell(name);
    await sleep(200);
    expect(leaked).toBe(1);
  },
);

test('a session that expires loses its connection within five seconds, in every process', async () => {
  const staff = await sales.user({ role: 'support' });
  const channels = await Promise.all(
    [other.port, apiPort].map((port) => subscribeTo(connect(staff, port), 'private-staff-support')),
  );
  const refused = channels.map((channel) => nextEvent(channel, 'pusher:subscription_error', limitMs));
  await sql`update sessions set expires_at = market_now() - interval '1 second' where user_id = ${staff.id}`.execute(
    sales.db,
  );
  for (const refusal of await Promise.all(refused)) expect(refusal).toMatchObject({ status: 403 });
});

test('a connection signed in as a person is closed when the session expires', async () => {
  const person = await sales.user();
  const client = new Client(sales.ctx.realtime.client.key, {
    ...clientOptions(other.port),
    userAuthentication: {
      endpoint: `http://127.0.0.1:${apiPort}/realtime/user-auth`,
      transport: 'ajax',
      headers: { Authorization: `Bearer ${person.token}` },
    },
  });
  open.push(client);
  await signedIn(client);
  const socketId = client.connection.socket_id;
  await sql`update sessions set expires_at = market_now() - interval '1 second' where user_id = ${person.id}`.execute(
    sales.db,
  );
  await expect.poll(() => client.connection.socket_id, { timeout: limitMs }).not.toBe(socketId);
});

test('a connection that was open before, and subscribes with an earlier signature, is closed as well', async () => {
  const staff = await sales.user({ role: 'support' });
  const client = connect(staff);
  await nextEvent(client.connection, 'connected');
  const socketId = client.connection.socket_id;
  const response = await fetch(`http://127.0.0.1:${apiPort}/realtime/auth`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${staff.token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ socket_id: socketId, channel_name: 'private-staff-support' }),
  });
  const signed = (await response.json()) as object;
  await sales.request('DELETE', '/sessions/current', { token: staff.token });
  client.send_event('pusher:subscribe', { channel: 'private-staff-support', ...signed });
  await expect.poll(() => client.connection.socket_id, { timeout: limitMs }).not.toBe(socketId);
});

test('a subscription that was signed for a session is refused without it', async () => {
  const client = connect(sale.buyer);
  await nextEvent(client.connection, 'connected');
  const name = `private-order-${sale.id}`;
  const { auth } = sales.ctx.realtime.authorizeChannel(client.connection.socket_id, name, {
    sessionId: 1,
    userId: sale.buyer.id,
  });
  client.send_event('pusher:subscribe', { channel: name, auth });
  const message = new Promise<{ event: string }>((resolve) =>
    client.connection.bind('message', (frame: { event: string }) => {
      if (frame.event === 'pusher:subscription_error') resolve(frame);
    }),
  );
  expect(await message).toMatchObject({ data: { status: 401 } });
});
