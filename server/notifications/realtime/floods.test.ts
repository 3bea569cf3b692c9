import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { defaultRules } from '#domain/settings/rules.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

/** A network that tries to take every socket of the process (T40, T100), behind one trusted proxy. */
let market: Market;
let port: number;
const open: WebSocket[] = [];

beforeAll(async () => {
  market = await createMarket({ TRUST_PROXY: 'loopback' });
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  port = (market.app.server.address() as AddressInfo).port;
  await market.ctx.realtime.start(market.app.server, market.database.appUrl);
});
afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async (ws) => {
      if (ws.readyState === ws.CLOSED) return;
      const closed = once(ws, 'close');
      ws.terminate();
      await closed;
    }),
  );
  await expect.poll(() => connections()).toBe(0);
});
afterAll(async () => {
  await market.ctx.realtime.stop();
  await market.close();
});

function connections(): Promise<number> {
  return new Promise((resolve) => market.app.server.getConnections((_error, count) => resolve(count)));
}

interface SocketAttempt {
  ws: WebSocket;
  /** The id of an open socket, or the close code of a refusal; null when the connection was destroyed. */
  answer: string | number | null;
}

/** Requests a socket as a visitor with this address at the proxy. */
async function requestSocket(forwardedFor: string): Promise<SocketAttempt> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${market.ctx.realtime.client.key}?protocol=7`, {
    headers: { 'x-forwarded-for': forwardedFor },
  });
  open.push(ws);
  const answer = await new Promise<SocketAttempt['answer']>((resolve) => {
    ws.on('error', () => resolve(null));
    ws.once('close', () => resolve(null));
    ws.once('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string };
      if (event !== 'pusher:connection_established')
        return resolve((data as unknown as { code: number }).code);
      return resolve((JSON.parse(data) as { socket_id: string }).socket_id);
    });
  });
  return { ws, answer };
}

const isOpen = ({ answer }: SocketAttempt) => typeof answer === 'string';

/** Requests this many sockets from different addresses, a hundred at once. */
async function flood(count: number, address: (index: number) => string): Promise<SocketAttempt[]> {
  const knocks: SocketAttempt[] = [];
  for (let first = 0; first < count; first += 100)
    knocks.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - first) }, (_, index) =>
          requestSocket(address(first + index)),
        ),
      )),
    );
  return knocks;
}

const { socketsPerNetwork, socketsPerPerson } = defaultRules.networks;

test('a /64 that requests five hundred sockets gets fifty, and its neighbours are served', async () => {
  const knocks = await flood(500, (index) => `2001:db8:1:2:${index.toString(16)}::${index.toString(16)}`);
  expect(knocks.filter(isOpen)).toHaveLength(socketsPerNetwork);
  expect(isOpen(await requestSocket('2001:db8:1:3::1'))).toBe(true);
  expect(isOpen(await requestSocket('203.0.113.7'))).toBe(true);
  const refused = knocks.find(({ answer }) => typeof answer === 'number');
  expect(refused?.answer, 'the refusal has the protocol’s own code').toBe(4100);
});

test('refused sockets keep no connection, even if the client never closes', async () => {
  const knocks = await flood(300, () => '203.0.113.9');
  for (const { ws, answer } of knocks) if (typeof answer !== 'string') ws.pause();
  await expect.poll(() => connections(), { timeout: 5_000 }).toBe(socketsPerNetwork);
});

test('a place is free again when its socket closes, and when its handshake fails', async () => {
  const knocks = await flood(socketsPerNetwork, () => '198.51.100.1');
  expect(knocks.every(isOpen)).toBe(true);
  expect(isOpen(await requestSocket('198.51.100.1'))).toBe(false);
  knocks[0]!.ws.terminate();
  await expect.poll(async () => isOpen(await requestSocket('198.51.100.1'))).toBe(true);
});

test('a customer with a /48 has four times the limit of a /64, not sixty-five thousand times', async () => {
  const knocks = await flood(400, (index) => `2001:db8:9:${(index % 200).toString(16)}::1`);
  expect(knocks.filter(isOpen)).toHaveLength(4 * socketsPerNetwork);
  expect(isOpen(await requestSocket('2001:db8:a::1'))).toBe(true);
});

test('a forged X-Forwarded-For does not change a visitor’s network (T40)', async () => {
  const knocks = await flood(100, (index) => `192.0.2.${index}, 198.51.100.9`);
  expect(knocks.filter(isOpen)).toHaveLength(socketsPerNetwork);
  const spellings = await flood(100, (index) => `[::ffff:198.51.100.9]:${40_000 + index}`);
  expect(spellings.filter(isOpen)).toHaveLength(0);
  const nameless = await flood(100, (index) => `desconhecido-${index}`);
  expect(nameless.filter(isOpen)).toHaveLength(socketsPerNetwork);
});

async function signIn({ ws, answer }: SocketAttempt, person: Person): Promise<string | number> {
  const response = await market.app.inject({
    method: 'POST',
    url: '/realtime/user-auth',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `socket_id=${answer}`,
  });
  const said = new Promise<string | number>((resolve) => {
    ws.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: { code?: number } };
      resolve(event === 'pusher:error' ? data.code! : event);
    });
  });
  ws.send(JSON.stringify({ event: 'pusher:signin', data: JSON.parse(response.payload) as object }));
  return said;
}

test('signed-in people do not count among the fifty: a mobile network’s address serves more than fifty of them', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => market.user()));
  for (let round = 0; round < 3; round++)
    for (const person of people)
      for (const each of await flood(10, () => '177.10.20.30'))
        expect(await signIn(each, person)).toBe('pusher:signin_success');
  expect(isOpen(await requestSocket('177.10.20.30'))).toBe(true);
});

test('one person has at most forty sockets, from whatever addresses', async () => {
  const person = await market.user();
  const answers: (string | number)[] = [];
  for (let each = 0; each <= socketsPerPerson; each++)
    answers.push(await signIn(await requestSocket(`203.0.113.${each % 5}`), person));
  expect(answers.filter((answer) => answer === 'pusher:signin_success')).toHaveLength(socketsPerPerson);
  expect(answers.at(-1)).toBe(4100);
  expect(await signIn(await requestSocket('203.0.113.1'), await market.user())).toBe('pusher:signin_success');
});

test('the number of sockets is a setting', async () => {
  await market.setRules({ networks: { ...defaultRules.networks, socketsPerNetwork: 10 } });
  await expect
    .poll(
      async () => {
        await market.request('GET', '/public/logo');
        await market.request('GET', '/public/listings');
        return rulesInForce.networks.socketsPerNetwork;
      },
      { timeout: 5_000 },
    )
    .toBe(10);
  const knocks = await flood(30, () => '203.0.113.200');
  expect(knocks.filter(isOpen)).toHaveLength(10);
});
