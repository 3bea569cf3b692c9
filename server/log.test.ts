import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { createApp } from './process/app.ts';
import { createLog } from './log.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

/** The log line of a failing statement, caused by a request to the site. */
async function loggedOf(failing: () => Promise<unknown>): Promise<string> {
  let lines = '';
  const log = createLog('info', { write: (line) => void (lines += line) });
  const app = await createApp({ ...market.ctx, log });
  app.get('/quebra', failing);
  expect((await app.inject({ url: '/quebra' })).statusCode).toBe(500);
  await app.close();
  return lines;
}

test.each<[string, ReturnType<typeof sql>, string]>([
  [
    'a row that was refused',
    sql`insert into users (username, email, terms_accepted_at, cpf) values ('x', 'canario@exemplo.com', now(), '39053344705')`,
    '23514',
  ],
  [
    'a key that exists',
    sql`insert into users (username, email, terms_accepted_at)
      select 'canario', 'canario@exemplo.com', now() from generate_series(1, 2)`,
    '23505',
  ],
  ['a value that does not fit', sql`select ${'canario-39053344705'}::integer`, '22P02'],
  [
    'a statement inside a function',
    sql`do $$ begin perform 'canario@exemplo.com 39053344705'::integer; end $$`,
    '22P02',
  ],
])('%s is logged by code and place, without what was in it (T134)', async (_what, statement, code) => {
  const lines = await loggedOf(() => statement.execute(market.ctx.db));
  expect(lines).toContain('"request failed"');
  expect(lines).toContain(code);
  for (const canary of ['canario', '39053344705', 'exemplo.com']) expect(lines, lines).not.toContain(canary);
});

test('properties of an error and of its cause are not logged; the place where it happened is', async () => {
  const cause = Object.assign(new Error('refused'), { config: { headers: 'Bearer canario' } });
  const lines = await loggedOf(async () => {
    throw Object.assign(new Error('failed', { cause }), { parameters: ['canario'], query: 'canario' });
  });
  expect(lines).toMatch(/log\.test\.ts/);
  expect(lines).toContain('refused');
  expect(lines).not.toContain('canario');
});
