import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';
import { passwordMatches } from '#server/accounts/sessions/passwords.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const busy = { status: 503, code: 'unavailable' };

test('a limited number runs at once, others queue in order, and calls beyond a full queue are refused', async () => {
  const inTurn = concurrencyLimit(2, 3);
  const order: number[] = [];
  let most = 0;
  let now = 0;
  const work = (index: number) => async () => {
    most = Math.max(most, ++now);
    await sleep(5);
    order.push(index);
    now--;
  };
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((index) => inTurn(work(index))));
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]]);
  await expect(inTurn(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  expect(await inTurn(async () => 'again')).toBe('again');
});

/** More password checks than may queue. */
const fill = () => {
  for (let each = 0; each < 60; each++) void passwordMatches(null, 'x').catch(() => undefined);
};

test('a flood of passwords makes sign-ins unavailable, and none of those counts as a wrong one (T101)', async () => {
  const { username } = await market.user();
  const signIn = () => market.request('POST', '/sessions', { body: { login: username, password } });
  fill();
  const flood = setInterval(fill, 1);
  let refused = 0;
  for (let tries = 0; refused < 7 && tries < 40; tries++) {
    const answer = await signIn();
    expect([201, 503]).toContain(answer.status);
    if (answer.status !== 503) continue;
    expect(answer.body).toMatchObject(busy);
    expect(answer.headers['retry-after']).toBe('2');
    refused++;
  }
  clearInterval(flood);
  expect(refused).toBe(7);
  await passwordMatches(null, 'x').catch(() => sleep(2_000));
  expect((await signIn()).status).toBe(201);
});

test('a call that waits for a locked row is answered after three seconds (T103)', async () => {
  const { token } = await market.user();
  const body = { categoryId: await market.category() };
  const { data } = await market.request('POST', '/listings', { token, key: true, body });
  await market.ctx.db.transaction().execute(async (tx) => {
    await sql`select from listings where id = ${data.id} for update`.execute(tx);
    const startedAt = performance.now();
    const answer = await market.request('PATCH', `/listings/${data.id}`, { token, body: { title: 'Outro' } });
    expect(answer.body).toMatchObject(busy);
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });
  expect(
    (await market.request('PATCH', `/listings/${data.id}`, { token, body: { title: 'Um' } })).status,
  ).toBe(200);
});

test('when every connection is in use, a call is asked to retry, and the next one succeeds (T103)', async () => {
  const held = Promise.withResolvers<void>();
  const taken = Array.from({ length: 20 }, () => market.ctx.db.connection().execute(() => held.promise));
  const answer = await market.request('GET', '/public/listings');
  held.resolve();
  await Promise.all(taken);
  expect(answer.body).toMatchObject(busy);
  expect((await market.request('GET', '/public/listings')).status).toBe(200);
});
