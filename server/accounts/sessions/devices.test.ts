import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Answer } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Browser {
  device?: string;
  userAgent?: string;
  ip?: string;
}

function signIn(
  { username }: Person,
  { device, userAgent = chrome, ip = '203.0.113.7' }: Browser = {},
  on = market,
) {
  return on.request('POST', '/sessions', {
    body: { login: username, password },
    headers: { 'user-agent': userAgent },
    ...(device && { cookies: { praca_device: device } }),
    ip,
  });
}

function cookieOf(answer: Answer): { value: string; attributes: string } {
  const all = [answer.headers['set-cookie']].flat().map(String);
  const [, value, attributes] = /^praca_device=([^;]*)(.*)$/.exec(
    all.find((each) => each.startsWith('praca_device='))!,
  )!;
  return { value: value!, attributes: attributes! };
}

async function happened(person: Person, kind: string, on = market): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`select data from events
    where subject_kind = 'user' and subject_id = ${person.id} and kind = ${kind} order by id`.execute(
    on.ctx.db,
  );
  return rows.map(({ data }) => data);
}

/** Signs in with the second step, trusting the device or not. */
async function complete(person: Person, trust: boolean, browser: Browser = {}, on = market) {
  const answer = await signIn(person, browser, on);
  const body = { method: 'totp', code: await person.code(), ...(trust && { trustDevice: true }) };
  const { data } = await on.request('POST', '/sessions/current/proofs', { token: answer.data.token, body });
  return { device: cookieOf(answer).value, token: data.token as string };
}

const stepOf = async (person: Person, device: string, on = market) =>
  (await signIn(person, { device }, on)).data.user.twofactor;

test('a browser is recognised by a cookie that scripts cannot read and the database does not hold', async () => {
  const person = await market.user();
  const { value, attributes } = cookieOf(await signIn(person));
  expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(attributes).toMatch(/HttpOnly/);
  expect(attributes).toMatch(/SameSite=Lax/);
  expect(Number(/Max-Age=(\d+)/.exec(attributes)![1])).toBe(400 * 86_400);
  expect(cookieOf(await signIn(person, { device: value })).value).toBe(value);
  const { rows } = await sql<{
    kept: Buffer;
  }>`select token_hash as kept from devices where user_id = ${person.id}`.execute(market.ctx.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.kept).toHaveLength(32);
  expect(cookieOf(await signIn(person, { device: 'eu-mesma' })).value).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('a new device is notified with its label, address and time, except the first one', async () => {
  const person = await market.user();
  const { value } = cookieOf(await signIn(person));
  await signIn(person, { device: value });
  expect(await happened(person, 'account.new_device')).toEqual([]);
  await signIn(person, { ip: '198.51.100.9' });
  expect(await happened(person, 'account.new_device')).toEqual([
    { device: 'Chrome no Windows', deviceId: expect.any(Number), waits: false },
  ]);
  await market.drain();
  const { rows } = await sql<{ text_body: string; url: string }>`select text_body, url from mails
    where recipient = ${person.email} and subject like 'Acesso de um aparelho novo%'`.execute(market.ctx.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text_body).toContain('Chrome no Windows');
  expect(rows[0]!.text_body).toContain('198.51.100.9');
  expect(rows[0]!.text_body).toMatch(/\d{2}:\d{2} \(horário de Brasília\)/);
  expect(rows[0]!.url).toBe(`${market.ctx.config.publicUrl}/conta/seguranca`);
  const { data } = await market.request('GET', '/notifications', { token: person.token });
  expect(data.items[0]).toMatchObject({ title: 'Acesso de um aparelho novo' });
});

test('a new device that passed only the password step is notified too', async () => {
  const person = await market.user({ totp: true });
  await signIn(person);
  await signIn(person);
  expect(await happened(person, 'account.new_device')).toEqual([
    { device: 'Chrome no Windows', deviceId: expect.any(Number), waits: true },
  ]);
});

test('the notice of a new device is unread on every device but itself', async () => {
  const person = await market.user();
  const { data: old } = await signIn(person);
  const { data: fresh } = await signIn(person);
  await market.drain();
  const heard = async (token: string) => {
    const notices = await market.request('GET', '/notifications', { token });
    const info = await market.request('GET', '/user-info', { token });
    return { read: notices.data.items[0].read, unread: info.data.unread_notifications };
  };
  expect(await heard(old.token)).toEqual({ read: 0, unread: 1 });
  expect(await heard(fresh.token)).toEqual({ read: 1, unread: 0 });
});

test("a device of one person is unknown on another person's account", async () => {
  const [one, two] = [await market.user({ totp: true }), await market.user({ totp: true })];
  const { device } = await complete(one, true);
  expect(await stepOf(one, device)).toBe('enabled');
  expect(await stepOf(two, device)).toBe('pending');
});

test('a trusted device skips the second step for thirty days, but that does not allow money operations', async () => {
  const own = await createMarket();
  const person = await own.user({ totp: true });
  const { device: untrusted } = await complete(person, false, {}, own);
  expect(await stepOf(person, untrusted, own)).toBe('pending');
  const { device } = await complete(person, true, {}, own);
  const again = await signIn(person, { device }, own);
  expect(again.data.user.twofactor).toBe('enabled');
  const off = await own.request('DELETE', '/second-factors/totp', { token: again.data.token });
  expect(off.body.code).toBe('step_up_required');
  await own.moveClock(29 * 86_400_000);
  expect(await stepOf(person, device, own)).toBe('enabled');
  await own.moveClock(2 * 86_400_000);
  expect(await stepOf(person, device, own)).toBe('pending');
  await own.close();
});

test('ending a session or all others revokes the trust in their devices', async () => {
  const person = await market.user({ totp: true });
  const [one, two] = [await complete(person, true), await complete(person, true)];
  const { data } = await market.request('GET', '/sessions', { token: one.token });
  expect(data.items.filter(({ trusted }: { trusted: boolean }) => trusted)).toHaveLength(2);
  const own = await market.request('GET', '/sessions', { token: two.token });
  const { id } = own.data.items.find(({ current }: { current: boolean }) => current);
  expect((await market.request('DELETE', `/sessions/${id}`, { token: one.token })).data).toEqual({
    ok: true,
  });
  expect(await stepOf(person, two.device)).toBe('pending');
  expect(await stepOf(person, one.device)).toBe('enabled');
  await market.request('DELETE', '/sessions', { token: one.token });
  expect(await stepOf(person, one.device)).toBe('pending');
  expect(await happened(person, 'account.session_ended')).toHaveLength(2);
});

test('a change of second factors revokes the trust in every device', async () => {
  const person = await market.user({ totp: true });
  const { device, token } = await complete(person, true);
  expect(await stepOf(person, device)).toBe('enabled');
  expect((await market.request('DELETE', '/second-factors/totp', { token })).status).toBe(200);
  const { secret } = (await market.request('POST', '/second-factors/totp', { token })).data;
  expect(secret).toEqual(expect.any(String));
  const body = { code: await person.code() };
  expect((await market.request('POST', '/second-factors/totp/confirmation', { token, body })).status).toBe(
    201,
  );
  expect(await stepOf(person, device)).toBe('pending');
});

test('the list of sessions shows device and address, newest use first, and marks the current one', async () => {
  const person = await market.user();
  const { data } = await signIn(person, { ip: '198.51.100.20' });
  const list = await market.request('GET', '/sessions', { token: data.token });
  expect(list.data.items).toEqual([
    {
      id: expect.any(Number),
      current: true,
      device: 'Chrome no Windows',
      ip: '198.51.100.20',
      trusted: false,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
    expect.objectContaining({ current: false, device: 'Aparelho desconhecido', ip: '127.0.0.1' }),
  ]);
});

test("another person's session answers 404", async () => {
  const [person, stranger] = [await market.user(), await market.user()];
  const { data } = await market.request('GET', '/sessions', { token: person.token });
  const path = `/sessions/${data.items[0].id}`;
  expect((await market.request('DELETE', path, { token: stranger.token })).status).toBe(404);
  expect((await market.request('GET', '/user', { token: person.token })).status).toBe(200);
  for (const [method, address] of [
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', path],
  ] as const)
    expect((await market.request(method, address)).status).toBe(401);
});

test('a device that was not seen for 400 days is deleted', async () => {
  const own = await createMarket();
  const person = await own.user();
  await signIn(person, {}, own);
  const count = async () =>
    (await sql`select from devices where user_id = ${person.id}`.execute(own.ctx.db)).rows.length;
  await own.moveClock(399 * 86_400_000);
  await own.drain();
  expect(await count()).toBe(1);
  await own.moveClock(2 * 86_400_000);
  await own.drain();
  expect(await count()).toBe(0);
  await own.close();
});
