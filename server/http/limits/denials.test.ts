import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '#server/process/app.ts';
import { createLog } from '#server/log.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { linesPerMinute } from './denials.ts';

let market: Market;
let lines: Record<string, unknown>[] = [];
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  market = await createMarket();
  const log = createLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  app = await createApp({ ...market.ctx, log });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await app.close();
  await market.close();
});

/** Every request has a line of its own besides. */
const denied = () => lines.filter(({ event }) => event === 'denied');

let address = 0;
async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, ip?: string) {
  const remoteAddress = ip ?? `198.51.100.${++address}`;
  const { statusCode } = await app.inject({ method, url: `/api/v1${url}`, headers, remoteAddress });
  const [line] = denied();
  return { status: statusCode, line };
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });

test('a call with an invalid token leaves one log line with its route and network, and without the token', async () => {
  const { status, line } = await ask('GET', '/notifications', as('nenhum-token-daqui'), '2001:db8:1:2::9');
  expect(status).toBe(401);
  expect(line).toMatchObject({
    code: 'unauthenticated',
    status: 401,
    method: 'GET',
    route: '/api/v1/notifications',
    user: null,
    network: '2001:db8:1:2::/64',
  });
  expect(JSON.stringify(lines)).not.toContain('nenhum-token-daqui');
});

test('a person who requests the dashboard or another person’s object leaves a log line with their id', async () => {
  const ana = await market.user();
  expect((await ask('GET', '/staff/overview', as(ana.token))).line).toMatchObject({
    code: 'forbidden',
    user: ana.id,
  });
  lines = [];
  const hash = 'a'.repeat(32);
  const { status, line } = await ask('GET', `/orders/${hash}/messages`, as(ana.token));
  expect([status, line]).toMatchObject([404, { code: 'not_found', user: ana.id }]);
  expect(JSON.stringify(lines)).not.toContain(hash);
});

test('a request without its XSRF pair leaves a log line', async () => {
  expect((await ask('POST', '/sessions')).line).toMatchObject({ code: 'xsrf_mismatch', status: 403 });
});

test('a visitor who is not signed in leaves none', async () => {
  expect(await ask('GET', '/user')).toMatchObject({ status: 401, line: undefined });
  expect((await ask('GET', '/public/listings/nao-existe')).line).toBeUndefined();
});

const flood = (ip: string) => ask('GET', '/notifications', as('x'), ip);

test('a network gets ten log lines of a code per minute, and the next line counts the others', async () => {
  for (let count = 0; count < linesPerMinute + 7; count++) await flood('203.0.113.1');
  expect(denied()).toHaveLength(linesPerMinute);
  await flood('203.0.113.2');
  expect(denied().at(-1)).toMatchObject({ network: '203.0.113.2', suppressed: 7 });
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await flood('203.0.113.1');
  vi.restoreAllMocks();
  expect(denied().at(-1)).toMatchObject({ network: '203.0.113.1' });
});
