import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const minute = 60_000;
const day = 86_400_000;

const status = async ({ token }: { token: string }) =>
  (await market.request('GET', '/user', { token })).status;

/** Uses a session repeatedly, `everyMs` apart. @returns how often it was accepted before it ended */
async function usesUntilEnd(person: { token: string }, everyMs: number, atMost: number): Promise<number> {
  for (let uses = 0; uses < atMost; uses++) {
    await market.moveClock(everyMs);
    if ((await status(person)) === 401) return uses;
  }
  return atMost;
}

/** Staff with a session of default lifetime, because sessions of the test helpers last longer. */
async function staff(role: 'support' | 'admin'): Promise<{ token: string }> {
  const person = await market.user({ role });
  const { data } = await market.request('POST', '/sessions', { body: { login: person.username, password } });
  const body = { method: 'totp', code: await person.code() };
  return (await market.request('POST', '/sessions/current/proofs', { token: data.token, body })).data;
}

beforeEach(() => market.forgetCaches());

test('a session ends after seven days without use', async () => {
  const person = await market.user();
  await market.moveClock(7 * day - minute);
  expect(await status(person)).toBe(200);
  await market.moveClock(7 * day + minute);
  expect(await status(person)).toBe(401);
});

test('a session ends after thirty days, however often it is used', async () => {
  expect(await usesUntilEnd(await market.user(), 5 * day, 10)).toBe(5);
});

test('a session of staff ends after thirty minutes without use (T113)', async () => {
  for (const role of ['support', 'admin'] as const) {
    const person = await staff(role);
    await market.moveClock(29 * minute);
    expect(await status(person)).toBe(200);
    await market.moveClock(31 * minute);
    expect(await status(person)).toBe(401);
  }
});

test('a session of staff ends after eight hours, however often it is used', async () => {
  expect(await usesUntilEnd(await staff('admin'), 25 * minute, 30)).toBe(19);
});

test('an ended session answers 401 at once, whether ended by itself, by another or with all others (T49)', async () => {
  const person = await market.user();
  const signIn = async (): Promise<string> =>
    (await market.request('POST', '/sessions', { body: { login: person.username, password } })).data.token;
  const tokens = [await signIn(), await signIn(), await signIn()];
  await market.request('DELETE', '/sessions/current', { token: tokens[0]! });
  expect(await status({ token: tokens[0]! })).toBe(401);
  const { data } = await market.request('GET', '/sessions', { token: tokens[1]! });
  const own = data.items.find(({ current }: { current: boolean }) => current);
  await market.request('DELETE', `/sessions/${own.id}`, { token: tokens[2]! });
  expect(await status({ token: tokens[1]! })).toBe(401);
  expect((await market.request('DELETE', '/sessions', { token: tokens[2]! })).data).toEqual({ ended: 1 });
  expect(await status(person)).toBe(401);
  expect(await status({ token: tokens[2]! })).toBe(200);
});

test('a ban applies to the next request (T49)', async () => {
  const person = await market.user();
  expect(await status(person)).toBe(200);
  await sql`update users set state = 'banned' where id = ${person.id}`.execute(market.ctx.db);
  expect(await status(person)).toBe(401);
});

test('a changed role applies to the next request (T49)', async () => {
  const person = await market.user({ role: 'support', totp: true });
  const review = () => market.request('GET', '/staff/reviews', { token: person.token });
  const roleOf = async () => (await market.request('GET', '/user/role', { token: person.token })).data;
  expect((await review()).status).toBe(200);
  expect(await roleOf()).toEqual({ slug: 'support' });
  await sql`select set_role(${person.id}, 'user')`.execute(market.ctx.db);
  expect(await roleOf()).toEqual({ slug: 'user' });
  expect((await review()).status).toBe(403);
});
