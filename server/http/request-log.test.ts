import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { createApp } from '#server/process/app.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

let market: Market;
let person: Person;
beforeAll(async () => {
  market = await createMarket();
  person = await market.user();
});
afterAll(() => market.close());

interface Line {
  msg: string;
  level: number;
  [field: string]: unknown;
}

/** Makes one request and returns its answer, and the lines of its log. */
async function logged(url: string, failing?: () => Promise<unknown>) {
  let text = '';
  const log = createLog('info', { write: (line) => void (text += line) });
  const app = await createApp({ ...market.ctx, log });
  if (failing) app.get('/quebra/:id', failing);
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
  await app.close();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return { answer, text, requests: lines.filter(({ msg }) => msg === 'request') };
}

test('each request writes one line with its route, status and duration, and nothing of the person (T134)', async () => {
  const { requests, text } = await logged(`/api/v1/public/profiles/${person.username}`);
  expect(requests).toEqual([
    expect.objectContaining({
      level: 30,
      method: 'GET',
      route: '/api/v1/public/profiles/:username',
      status: 200,
      ms: expect.any(Number),
      reqId: expect.any(String),
    }),
  ]);
  for (const canary of [person.username, person.token, person.email]) expect(text).not.toContain(canary);
});

test('a refused request names the code of its refusal', async () => {
  const { requests } = await logged('/api/v1/orders/nao-existe');
  expect(requests).toEqual([expect.objectContaining({ level: 30, status: 404, code: 'not_found' })]);
});

test.each([
  ['53100', 'the disk of the database is full'],
  ['25006', 'the primary became a standby'],
  ['57P01', 'the database shuts down'],
])('a 503 because of %s (%s) writes its cause', async (code) => {
  const { answer, requests } = await logged('/quebra/39053344705', async () => {
    throw Object.assign(new Error('canario'), { code });
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable', requestId: requests[0]!.reqId });
  expect(requests).toEqual([
    expect.objectContaining({
      level: 40,
      route: '/quebra/:id',
      status: 503,
      code: 'unavailable',
      cause: code,
    }),
  ]);
});

test('a defect writes its error once and its request once', async () => {
  const { text, requests } = await logged('/quebra/7', async () => {
    throw new Error('550 <ana@exemplo.com>: 390.533.447-05 unknown');
  });
  expect(requests).toEqual([expect.objectContaining({ level: 40, status: 500, code: 'internal' })]);
  expect(text).toContain('550 <[e-mail]>: [number] unknown');
  expect(text).not.toMatch(/ana@exemplo|390\.533/);
});
