import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { networkOf } from '#server/http/limits/networks.ts';
import { hashToken } from '#server/http/session.ts';
import { hashPassword } from './passwords.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { RequestOptions } from '#test/http-request.ts';
import { deviceCookie } from './known-device.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
beforeEach(() => sql`delete from attempts`.execute(market.ctx.db));
afterAll(() => market.close());

const minute = 60_000;
const wrong = 'errada-errada';

function signIn(login: unknown, secret: string, options: RequestOptions = {}) {
  return market.request('POST', '/sessions', { body: { login, password: secret }, ...options });
}

/** The statuses of several attempts, one after the other. */
async function tries(count: number, login: string, options: (round: number) => RequestOptions) {
  const statuses: number[] = [];
  for (let round = 0; round < count; round++)
    statuses.push((await signIn(login, wrong, options(round))).status);
  return statuses;
}

test('pauses grow from 15 minutes to a day while they repeat, and start again after a quiet day (T39)', async () => {
  const { username } = await market.user();
  const from = { ip: '10.4.0.1' };
  for (const expected of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
    expect(await tries(5, username, () => from)).toEqual([401, 401, 401, 401, 401]);
    const refused = await signIn(username, password, from);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(refused.body.meta.retryAfterSeconds).toBe(seconds);
    expect(Math.abs(seconds - expected * 60)).toBeLessThan(30);
    await market.moveClock(expected * minute + 1_000);
    await sql`delete from brakes where key not like '%10.4.0.1'`.execute(market.ctx.db);
  }
  await market.moveClock(25 * 60 * minute);
  await tries(5, username, () => from);
  expect(Number((await signIn(username, password, from)).headers['retry-after'])).toBeLessThanOrEqual(900);
});

test('ten wrong attempts from many addresses block strangers, but not a known device (T39)', async () => {
  const { username, id } = await market.user();
  const device = 'a'.repeat(43);
  await sql`insert into devices (user_id, token_hash) values (${id}, ${hashToken(device)})`.execute(
    market.ctx.db,
  );
  const statuses = await tries(12, username, (round) => ({ ip: `10.5.${round}.1` }));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const stranger = await signIn(username, password, { ip: '10.5.99.1' });
  expect(stranger.status).toBe(429);
  expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(800);
  const { headers: xsrf } = await withXsrf({ [deviceCookie]: device });
  expect((await signIn(username, password, { ip: '10.5.99.1', headers: xsrf })).status).toBe(201);
  const { headers: other } = await withXsrf({ [deviceCookie]: 'b'.repeat(43) });
  const { username: another } = await market.user();
  await tries(12, another, (round) => ({ ip: `10.6.${round}.1` }));
  expect((await signIn(another, password, { ip: '10.6.99.1', headers: other })).status).toBe(429);
});

test('one address that tries many accounts is blocked, an IPv6 customer as one address (T39, T40)', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 55; round++)
    statuses.push(
      (await signIn(`alvo${round}`, wrong, { ip: `2001:db8:1:2::${round.toString(16)}` })).status,
    );
  expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(50).every((status) => status === 429)).toBe(true);
  expect((await signIn('outro_alvo', wrong, { ip: '2001:db8:1:3::1' })).status).toBe(401);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('a spoofed X-Forwarded-For, another case, spaces and dots give no new attempts (T40)', async () => {
  const { email } = await market.user();
  const [name, host] = email.split('@') as [string, string];
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${name.toUpperCase()}@${host}`, `${email} `];
  for (const [round, login] of spellings.entries()) {
    const headers = { 'x-forwarded-for': `203.0.113.${round}` };
    expect((await signIn(login, wrong, { headers, ip: '10.7.0.1' })).status).toBe(401);
  }
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect((await signIn(email, password, { headers, ip: '10.7.0.1' })).status).toBe(429);
  const unknown = ['nin.guem@x.com.br', 'ninguem@x.com.br', 'NINGUEM+1@x.com.br', 'n.i.n.guem@X.com.br'];
  for (const login of [...unknown, ' ninguem@x.com.br ']) await signIn(login, wrong, { ip: '10.7.0.2' });
  expect((await signIn('ninguem@x.com.br', wrong, { ip: '10.7.0.2' })).status).toBe(429);
});

test.each([[['a@b.com.br', 'c@d.com.br']], [{ $ne: '' }], [null]])(
  'a login of %j is no login (T40)',
  async (login) => {
    expect((await signIn(login, wrong)).body).toMatchObject({ status: 400, code: 'invalid_request' });
  },
);

test('of twenty concurrent attempts at the limit, one is checked (T40)', async () => {
  const { username } = await market.user();
  await tries(4, username, () => ({ ip: '10.8.0.1' }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn(username, wrong, { ip: '10.8.0.1' })),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
});

test('a right password in a shared network uncounts only its own attempt', async () => {
  const { username } = await market.user();
  for (let round = 0; round < 50; round++) {
    await signIn(`vizinho${round}`, wrong, { ip: '10.9.0.1' });
    if (round % 10 === 0) expect((await signIn(username, password, { ip: '10.9.0.1' })).status).toBe(201);
    await sql`delete from attempts`.execute(market.ctx.db);
  }
  expect((await signIn(username, password, { ip: '10.9.0.1' })).status).toBe(429);
});

test('a claim on an address does not clear the count of guesses at its owner (T39)', async () => {
  const owner = await market.user();
  const intruder = await market.user({ verified: false });
  await sql`update users set email = ${owner.email} where id = ${intruder.id}`.execute(market.ctx.db);
  const other = await hashPassword('quatro patos no lago');
  await sql`update users set password_hash = ${other} where id = ${intruder.id}`.execute(market.ctx.db);
  const from = { ip: '10.11.0.1' };
  for (const email of [owner.email, 'sem-dona@exemplo.com.br']) {
    await sql`update users set email = ${email} where id = ${intruder.id}`.execute(market.ctx.db);
    expect(await tries(3, email, () => from)).toEqual([401, 401, 401]);
    expect((await signIn(email, 'quatro patos no lago', from)).status).toBe(201);
    expect(await tries(3, email, () => from)).toEqual([401, 401, 429]);
  }
});

test('every refused sign-in is in the audit log, without the typed text', async () => {
  const { id, username } = await market.user();
  await tries(6, username, () => ({ ip: '10.10.0.1' }));
  await signIn('minha-senha-no-lugar-errado', wrong, { ip: '10.10.0.2' });
  const { rows } = await sql<{
    subject_kind: string;
    subject_id: number;
    data: { code: string };
    ip: string;
  }>`
    select subject_kind, subject_id, data, ip from events
    where kind = 'account.sign_in_refused' and ip like '10.10.0.%' order by id`.execute(market.ctx.db);
  expect(rows.slice(0, 6).map(({ data }) => data.code)).toEqual([
    ...Array.from({ length: 5 }, () => 'wrong_credentials'),
    'too_many_requests',
  ]);
  expect(rows.slice(0, 6).every((row) => row.subject_kind === 'user' && row.subject_id === id)).toBe(true);
  expect(rows[6]).toMatchObject({ subject_kind: 'installation', ip: '10.10.0.2' });
  expect(JSON.stringify(rows)).not.toMatch(/minha-senha|errada/);
  await market.drain();
  const { rows: notices } = await sql`select from notifications where user_id = ${id}`.execute(market.ctx.db);
  expect(notices).toHaveLength(0);
});

test('a banned account is revealed only to a person who knows its password', async () => {
  const { id, username } = await market.user();
  await sql`update users set state = 'banned' where id = ${id}`.execute(market.ctx.db);
  expect((await signIn(username, password)).body).toMatchObject({ status: 403, code: 'account_banned' });
  expect((await signIn(username, wrong)).body.code).toBe('wrong_credentials');
});

/** The XSRF pair of a visit, beside other cookies. */
async function withXsrf(cookies: Record<string, string>) {
  const visit = await market.app.inject({ method: 'GET', url: '/api/v1/public/logo' });
  const value = visit.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value;
  const all = { 'XSRF-TOKEN': value, ...cookies };
  const cookie = Object.entries(all)
    .map(([name, held]) => `${name}=${held}`)
    .join('; ');
  return { headers: { cookie, 'x-xsrf-token': value } };
}
