import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '#server/process/app.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function waiting(person: Person): Promise<string> {
  const { data } = await market.request('POST', '/sessions', { body: { login: person.username, password } });
  expect(data.user.twofactor).toBe('pending');
  return data.token;
}

/** `test/house/house.test.ts` holds that every endpoint of the contract is served. */
const allEndpoints = allRoutes.map(({ endpoint }) => endpoint);
/** Endpoints that authenticate by a signature or their own key, without a session. */
const sessionless = ['webhook', 'simulator', 'phone'];
const closed = allEndpoints.filter(
  ({ auth, pending, path }) => !pending && !sessionless.includes(auth) && !path.startsWith('/public/'),
);

test('a sign-in without its second step may call a handful of endpoints and no other (T44)', async () => {
  const person = await market.user({ totp: true, role: 'admin' });
  const token = await waiting(person);
  expect(closed.length).toBeGreaterThan(50);
  for (const { method, path } of closed) {
    const address = path.replaceAll(/\{\w+\}/g, '1');
    const answer = await market.request(method, address, {
      token,
      key: true,
      ...(method !== 'GET' && { body: {} }),
    });
    expect(answer.body, `${method} ${path}`).toMatchObject({ status: 403, code: 'two_factor_pending' });
  }
});

test('the endpoints allowed without the second step are those that the product lists (T44, §1)', () => {
  const open = allEndpoints
    .filter(({ pending, path, auth }) => pending && !path.startsWith('/public/') && auth === 'user')
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();
  expect(open).toEqual([
    'DELETE /sessions/current',
    'GET /sessions/current',
    'GET /user',
    'GET /user/role',
    'POST /sessions/current/challenges',
    'POST /sessions/current/proofs',
  ]);
});

test('a sign-in without its second step learns neither address nor role (T44)', async () => {
  const person = await market.user({ totp: true, role: 'admin' });
  const token = await waiting(person);
  const me = await market.request('GET', '/user', { token });
  expect(me.data).toMatchObject({
    email: '',
    role: { slug: 'user' },
    twofactor: 'pending',
    order_pending: null,
  });
  expect((await market.request('GET', '/user/role', { token })).data).toEqual({ slug: 'user' });
  const session = await market.request('GET', '/sessions/current', { token });
  expect(session.data).toEqual({
    state: 'pending',
    methods: ['totp'],
    emailHint: '',
    resendAfterSeconds: 0,
    trustMs: 30 * 86_400_000,
    provedUntil: null,
    secondFactorUntil: null,
  });
  for (const answer of [me, session]) expect(answer.text).not.toContain(person.email);
  expect((await market.request('GET', '/public/logo', { token })).status).toBe(200);
  expect((await market.request('DELETE', '/sessions/current', { token })).status).toBe(200);
  expect((await market.request('GET', '/user', { token })).status).toBe(401);
});

test('a pending sign-in lasts fifteen minutes, even while it is used', async () => {
  const own = await createMarket();
  const person = await own.user({ totp: true });
  const { data } = await own.request('POST', '/sessions', { body: { login: person.username, password } });
  for (let minutes = 0; minutes < 14; minutes += 7) {
    await own.moveClock(7 * 60_000);
    expect((await own.request('GET', '/user', { token: data.token })).status).toBe(200);
  }
  await own.moveClock(2 * 60_000);
  expect((await own.request('GET', '/user', { token: data.token })).status).toBe(401);
  await own.close();
});

test('a pending sign-in is in no list of sessions and is recorded only once it is complete', async () => {
  const person = await market.user({ totp: true });
  const token = await waiting(person);
  const { data } = await market.request('GET', '/sessions', { token: person.token });
  expect(data.items).toHaveLength(1);
  const signedIn = async () =>
    (
      await sql<{ data: unknown }>`select data from events
        where kind = 'account.signed_in' and actor_id = ${person.id}`.execute(market.ctx.db)
    ).rows;
  expect(await signedIn()).toEqual([]);
  const body = { method: 'totp', code: await person.code() };
  const done = await market.request('POST', '/sessions/current/proofs', { token, body });
  expect(done.status).toBe(201);
  expect(await signedIn()).toEqual([{ data: { factor: 'totp' } }]);
  const after = await market.request('GET', '/sessions', { token: done.data.token });
  expect(after.data.items).toHaveLength(2);
});
