import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxReads } from '#contract/reads.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

interface Read {
  status: number;
  body: { data?: unknown; code?: string };
}

async function readMany(paths: readonly string[], token?: string) {
  const search = new URLSearchParams(paths.map((path) => ['path', path]));
  const reply = await market.app.inject({
    method: 'GET',
    url: `/api/v1/reads?${search}`,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  const { data } = reply.json<{ data?: { items: Read[] } }>();
  return { status: reply.statusCode, items: data?.items ?? [] };
}

test('several reads answer in one reply, each as if it were called alone', async () => {
  const { token, username } = await market.user();
  const paths = [
    '/account',
    '/public/profiles/ninguem',
    '/purchases?page=1&tab=abertas',
    '/staff/queues',
    '/purchases?tab=x',
  ];
  const { status, items } = await readMany(paths, token);
  expect(status).toBe(200);
  expect(items.map((item) => [item.status, item.body.code])).toEqual([
    [200, undefined],
    [404, 'not_found'],
    [200, undefined],
    [403, 'forbidden'],
    [400, 'invalid_request'],
  ]);
  for (const [index, path] of paths.entries()) {
    const alone = await market.app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(items[index]!.status).toBe(alone.statusCode);
  }
  expect(items[0]!.body.data).toMatchObject({ username });
});

test('without a session, or with an unknown one, private reads stay refused and public ones are answered', async () => {
  for (const token of [undefined, 'x'.repeat(43)]) {
    const { items } = await readMany(['/account', '/public/logo'], token);
    expect(items.map(({ status }) => status)).toEqual([401, 200]);
  }
});

test('a read answers only calls of the API, never itself, and at most twenty of them', async () => {
  const { token } = await market.user();
  for (const path of ['/reads?path=/account', '/x/../reads?path=/account', '/%72eads?path=/account']) {
    const { items } = await readMany([path], token);
    expect([path, items.filter(({ body }) => body.data !== undefined)]).toEqual([path, []]);
  }
  for (const path of ['/x/../../../healthz', '/x/%2e%2e/%2e%2e/%2e%2e/readyz'])
    expect([path, (await readMany([path], token)).status]).toEqual([path, 404]);
  for (const path of ['account', '//account', '', '/', '/a b', '/#'])
    expect([path, (await readMany([path], token)).status]).toEqual([path, 400]);
  expect(
    (
      await readMany(
        Array.from({ length: maxReads }, () => '/account'),
        token,
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await readMany(
        Array.from({ length: maxReads + 1 }, () => '/account'),
        token,
      )
    ).status,
  ).toBe(400);
  expect((await readMany([], token)).status).toBe(400);
});
