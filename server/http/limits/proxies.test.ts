import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { glob, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFault } from '#db/fault.ts';
import { createApp } from '#server/process/app.ts';
import { countInNextWindow } from '#test/attempts.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { request } from '#test/http-request.ts';
import { plainAddress, widerNetworkOf } from './networks.ts';
import { createOpenLimit } from './open-limit.ts';
import { trustedProxies, visitorOf } from './proxies.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const asked = (remoteAddress: string, forwardedFor?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor } }) as unknown as IncomingMessage;

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:0102:0304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['"[2001:DB8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['1.2.3.4.5', null],
  ['', null],
])('%s is the address %s', (said, address) => {
  expect(plainAddress(said)).toBe(address);
});

test('an address is surrounded by its /24 or its /48', () => {
  expect(widerNetworkOf('203.0.113.9')).toBe('203.0.113.0/24');
  expect(widerNetworkOf('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
});

test.each([
  [false, '203.0.113.1'],
  [1, '10.0.0.2'],
  [2, '198.51.100.7'],
  ['203.0.113.1', '10.0.0.2'],
  ['203.0.113.0/24, 10.0.0.0/8', '198.51.100.7'],
  ['uniquelocal,203.0.113.1', '198.51.100.7'],
] as const)('with TRUST_PROXY=%s the visitor is %s', async (setting, visitor) => {
  const call = asked('203.0.113.1', '192.0.2.66, 198.51.100.7, 10.0.0.2');
  expect(visitorOf(call, trustedProxies(setting))).toBe(visitor);
  const app = await createApp({ ...market.ctx, config: { ...market.ctx.config, trustProxy: setting } });
  app.get('/quem', async ({ ip }) => ip);
  const { payload } = await app.inject({
    url: '/quem',
    remoteAddress: '203.0.113.1',
    headers: { 'x-forwarded-for': '192.0.2.66, 198.51.100.7, 10.0.0.2' },
  });
  expect(payload, 'as Fastify finds it').toBe(visitor);
  await app.close();
});

test('an invalid TRUST_PROXY is a fault with an explanation', () => {
  for (const setting of ['sim', '10.0.0.0/99', '10.0.0', 'true']) {
    let thrown: unknown;
    try {
      trustedProxies(setting);
    } catch (error) {
      thrown = error;
    }
    expect(isFault(thrown), setting).toBe(true);
  }
});

test('visitors behind an unconfigured proxy do not lock each other out, and the operator gets one warning', async () => {
  const warnings: string[] = [];
  const log = Object.assign(Object.create(market.ctx.log) as typeof market.ctx.log, {
    warn: (_data: object, message: string) => void warnings.push(message),
  });
  const app = await createApp(Object.create(market.ctx, { log: { value: log } }) as typeof market.ctx);
  const check = (forwardedFor: string) =>
    request(app, 'POST', '/password-resets/checks', {
      ip: '172.20.0.9',
      headers: { 'x-forwarded-for': forwardedFor },
      body: { token: 'x'.repeat(43) },
    });
  const statuses = new Set<number>();
  for (let each = 0; each < 90; each++) statuses.add((await check(`198.51.100.${each}`)).status);
  expect(statuses.has(429)).toBe(false);
  const logged = warnings.filter(
    (line) => line === "requests come through a proxy that TRUST_PROXY doesn't name",
  );
  expect(logged).toHaveLength(1);
  await app.close();
});

let networks = 0;

/** A caller whose every request claims to be forwarded from another address. */
const claim = (ip: string, each: number) =>
  market.request('POST', '/password-resets/checks', {
    ip,
    headers: { 'x-forwarded-for': `10.0.0.${each}`, 'x-real-ip': `10.1.0.${each}`, via: '1.1 eu' },
    body: { token: 'x'.repeat(43) },
  });

test('a forged X-Forwarded-For gives a caller no larger allowance (T40)', async () => {
  const ip = `203.0.113.${++networks}`;
  const statuses = new Set<number>();
  for (let each = 0; each < 60; each++) statuses.add((await claim(ip, each)).status);
  expect(statuses.has(429)).toBe(false);
  await countInNextWindow(market.ctx.db, `POST /password-resets/checks ip:${ip}`, 15);
  expect((await claim(ip, 60)).status).toBe(429);
  expect((await claim(ip, 61)).status).toBe(429);
});

test('a /48 that uses another /64 for each call is limited as one customer', async () => {
  const network = `2001:db8:${++networks}`;
  const confirm = (each: number) =>
    market.request('POST', '/email-confirmations', {
      ip: `${network}:${each.toString(16)}::1`,
      body: { token: 'x'.repeat(43) },
    });
  const statuses = new Set<number>();
  for (let each = 0; each < 8 * 30; each++) statuses.add((await confirm(each)).status);
  expect(statuses.has(429)).toBe(false);
  await countInNextWindow(
    market.ctx.db,
    `POST /email-confirmations ip:${widerNetworkOf(`${network}::1`)}`,
    15,
  );
  expect((await confirm(8 * 30)).status).toBe(429);
});

test('no attempts are counted under a bare address', async () => {
  const bare: string[] = [];
  for await (const file of glob('server/**/*.ts')) {
    const text = await readFile(file, 'utf8');
    for (const [line] of text.matchAll(/.*(?:takeAttempt|isWithinLimit)\([^;]*\$\{(?:\w+\.)*ip\}.*/g))
      bare.push(`${file}: ${line.trim()}`);
  }
  expect(bare).toEqual([]);
});

test('one network has a limit of connections, the private network has none, and closed connections free their places', () => {
  const shares = createOpenLimit(() => 2);
  const first = shares.take('203.0.113.1')!;
  expect(shares.take('::ffff:203.0.113.1')).not.toBeNull();
  expect(shares.take('203.0.113.1')).toBeNull();
  expect(shares.take('203.0.113.2')).not.toBeNull();
  first();
  expect(shares.take('203.0.113.1')).not.toBeNull();
  for (let each = 0; each < 100; each++) expect(shares.take('127.0.0.1')).not.toBeNull();
});

test('a proxy’s visitors share its connections, and one network has a limit of running requests', async () => {
  const app = await createApp(
    Object.create(market.ctx, {
      config: { value: { ...market.ctx.config, trustProxy: 'loopback' } },
    }) as typeof market.ctx,
  );
  const held = Promise.withResolvers<void>();
  app.get('/devagar', async () => held.promise);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = (from: string, path = '/devagar') =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes.toString();
        socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer.slice(9, 12)));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n\r\n`);
    });
  const slow = Array.from({ length: 1_000 }, (_, each) => ask(`2001:db8:5:6::${each.toString(16)}`));
  await expect.poll(() => ask('2001:db8:5:6::1', '/healthz'), { timeout: 10_000 }).toBe('429');
  expect(await ask('2001:db8:5:7::1', '/healthz')).toBe('200');
  held.resolve();
  await Promise.all(slow);
  await expect.poll(() => ask('2001:db8:5:6::1', '/healthz')).toBe('200');
  await app.close();
}, 30_000);
