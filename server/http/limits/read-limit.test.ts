import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import {
  burstReads,
  countedAlreadyHeader,
  createReadLimit,
  readLimitOf,
  readsPerSecond,
} from './read-limit.ts';

/** T105: bulk copying is slowed down; normal browsing never reaches the limit. */
let market: Awaited<ReturnType<typeof createMarket>>;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const read = (ip: string, headers: Record<string, string> = {}, url = '/api/v1/public/listings') =>
  ({ method: 'GET', url, ip, headers, routeOptions: { url } }) as unknown as FastifyRequest;

/** How many of this many reads pass. */
function passing(take: (request: FastifyRequest) => void, request: FastifyRequest, count: number): number {
  let passed = 0;
  for (let each = 0; each < count; each++)
    try {
      take(request);
      passed++;
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests', extras: { meta: { retryAfterSeconds: 10 } } });
    }
  return passed;
}

test('a network may read its burst and then fifty a second, and other networks are not affected', () => {
  let now = 0;
  const { take } = createReadLimit(() => now);
  expect(passing(take, read('203.0.113.9'), burstReads + 500)).toBe(burstReads);
  expect(passing(take, read('203.0.113.10'), 100)).toBe(100);
  now += 1_000;
  expect(passing(take, read('203.0.113.9'), 500)).toBe(readsPerSecond);
  now += 120_000;
  expect(passing(take, read('203.0.113.9'), burstReads + 500)).toBe(burstReads);
});

test('one customer’s IPv6 addresses are one network, and IPv4-mapped addresses are that address', () => {
  const { take } = createReadLimit(() => 0);
  for (let each = 0; each < burstReads; each++) take(read(`2001:db8:1:2::${(each % 9_000).toString(16)}`));
  expect(() => take(read('2001:db8:1:2:ffff::1'))).toThrow();
  expect(() => take(read('2001:db8:1:3::1'))).not.toThrow();
});

test('a hundred people who browse at once behind one address never reach the limit', () => {
  let now = 0;
  const { take } = createReadLimit(() => now);
  // Each reads a page and makes four calls every ten seconds, for an hour.
  for (let tick = 0; tick < 360; tick++, now += 10_000)
    expect(passing(take, read('198.51.100.7'), 100 * 5)).toBe(500);
});

test('a search engine with ten requests a second all day is never refused', () => {
  let now = 0;
  const { take } = createReadLimit(() => now);
  for (let second = 0; second < 86_400; second += 60, now += 60_000)
    expect(passing(take, read('66.249.66.1'), 600)).toBe(600);
});

test('the private network, calls of a page while it is rendered, writes and files are not counted', () => {
  const { take } = createReadLimit(() => 0);
  const many = burstReads + 10;
  for (const ip of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.3.4',
    '172.18.0.1',
    '192.168.1.2',
    'fd00::5',
  ])
    expect(passing(take, read(ip), many), ip).toBe(many);
  expect(passing(take, read('203.0.113.9', { ...countedAlreadyHeader }), many)).toBe(many);
  expect(passing(take, read('203.0.113.9', {}, '/build/root.js'), many)).toBe(many);
  const write = { ...read('203.0.113.9'), method: 'POST' } as FastifyRequest;
  expect(passing(take, write, many)).toBe(many);
  const forged = { 'x-praca-within': 'sim', 'x-forwarded-for': '127.0.0.1' };
  expect(passing(take, read('203.0.113.9', forged), many)).toBe(burstReads);
  expect(passing(take, read('172.32.0.1'), many), 'the public neighbour of a private network').toBe(
    burstReads,
  );
});

test('beyond the limit the API answers 429 in Portuguese and says when to retry', async () => {
  const ask = (ip: string) => market.request('GET', '/public/logo', { ip });
  await ask('203.0.113.77');
  // Twice the burst: however slow the machine is, the network has no read left for the next two minutes.
  const { chargeRendering } = readLimitOf(market.ctx);
  for (let each = 0; each < 2 * burstReads; each++) chargeRendering(read('203.0.113.77'));
  const refused = await ask('203.0.113.77');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    detail: 'Este endereço pediu páginas demais em pouco tempo. Tente de novo em 10 segundos.',
  });
  expect((await ask('203.0.113.78')).status).toBe(200);
  const signIn = await market.request('POST', '/sessions', {
    ip: '203.0.113.77',
    body: { login: 'ninguem@exemplo.com.br', password: 'senha-errada-2026' },
  });
  expect(signIn.status, 'too many reads do not block other calls').toBe(401);
});
