import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '#server/http/session.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { RequestOptions } from '#test/http-request.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const better = 'tres gatos no telhado';
let visitors = 0;
const fresh = () => `10.20.${Math.floor(++visitors / 200)}.${visitors % 200}`;

function ask(email: unknown, options: RequestOptions = {}) {
  return market.request('POST', '/password-resets', { body: { email }, ip: fresh(), ...options });
}

const check = (token: string) =>
  market.request('POST', '/password-resets/checks', { body: { token }, ip: fresh() });
const complete = (token: string, secret = better) =>
  market.request('POST', '/password-resets/completions', { body: { token, password: secret }, ip: fresh() });
const signIn = (login: string, secret: string) =>
  market.request('POST', '/sessions', { body: { login, password: secret }, ip: fresh() });

async function lettersTo(email: string) {
  await market.drain();
  const { rows } = await sql<{ subject: string; text_body: string; url: string }>`
    select subject, text_body, url from mails where recipient = ${email} order by id desc`.execute(
    market.ctx.db,
  );
  return rows;
}

/** Requests a reset and returns the token of the newest mail. */
async function tokenFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(202);
  const [letter] = await lettersTo(email);
  return new URL(letter!.url).searchParams.get('token')!;
}

test('a request answers the same bytes for a known, an unknown and a banned account (T37)', async () => {
  const { email } = await market.user();
  const banned = await market.user();
  await sql`update users set state = 'banned' where id = ${banned.id}`.execute(market.ctx.db);
  const answers = await Promise.all([ask(email), ask('ninguem@exemplo.com.br'), ask(banned.email)]);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(202);
  expect(await lettersTo(email)).toHaveLength(1);
  expect(await lettersTo('ninguem@exemplo.com.br')).toHaveLength(0);
  expect(await lettersTo(banned.email)).toHaveLength(0);
});

test('the link comes from the configured origin, whatever Host the request named (T41)', async () => {
  const { email } = await market.user();
  await ask(email, { headers: { host: 'mau.example', 'x-forwarded-host': 'mau.example' } });
  const [letter] = await lettersTo(email);
  expect(letter!.url).toMatch(
    new RegExp(`^${market.ctx.config.publicUrl}/auth/recovery\\?token=[\\w-]{43}$`),
  );
  expect(letter!.text_body).not.toContain('mau.example');
});

test('the mail goes to the stored address, and only one string is accepted as an address (T42)', async () => {
  const { email } = await market.user({ username: 'mike_silva' });
  await ask('MIKE_SILVA@EXEMPLO.com.br');
  expect(await lettersTo(email)).toHaveLength(1);
  for (const colliding of [
    'mıke_silva@exemplo.com.br',
    'mike_sılva@exemplo.com.br',
    'ｍike_silva@exemplo.com.br',
  ])
    expect((await ask(colliding)).status).toBe(202);
  const { rows } = await sql`select from mails where recipient like '%ke_s%lva%'`.execute(market.ctx.db);
  await market.drain();
  expect(rows).toHaveLength(1);
  for (const list of [[email, 'mau@mau.com.br'], { email }, `${email},mau@mau.com.br`])
    expect((await ask(list)).body).toMatchObject({ status: 400, code: 'invalid_request' });
});

test('recovery by @name mails to the stored address', async () => {
  const { email, username } = await market.user();
  expect((await ask(` @${username.toUpperCase()} `)).status).toBe(202);
  expect(await lettersTo(email)).toHaveLength(1);
  expect((await ask('@ninguem_aqui')).status).toBe(202);
});

test('a username with @ signs in, with spaces around it too', async () => {
  const { username } = await market.user();
  for (const login of [`@${username}`, `  @${username.toUpperCase()} `])
    expect((await signIn(login, password)).status).toBe(201);
});

test('a link shows its account masked, and sets one new password', async () => {
  const { email, username } = await market.user();
  const token = await tokenFor(email);
  expect((await check(token)).data).toEqual({ emailHint: `${email.slice(0, 2)}***@exemplo.com.br` });
  const done = await complete(token);
  expect(done.status).toBe(201);
  expect((await market.request('GET', '/user', { token: done.data.token })).data.username).toBe(username);
  expect((await signIn(email, better)).status).toBe(201);
  expect((await signIn(email, password)).status).toBe(401);
  expect((await check(token)).body).toMatchObject({ status: 410, code: 'link_expired' });
  expect((await complete(token, 'outra senha boa 7')).body.code).toBe('link_expired');
  expect((await lettersTo(email)).map(({ subject }) => subject)).toContain('Senha trocada na Praça');
  const { data } = await market.request('GET', '/notifications', { token: done.data.token });
  expect(data.items.map(({ title }: { title: string }) => title)).toContain('Senha trocada');
});

test('a link is valid for half an hour, and an invented one is not', async () => {
  const { email } = await market.user();
  const token = await tokenFor(email);
  await market.moveClock(29 * 60_000);
  expect((await check(token)).status).toBe(200);
  await market.moveClock(61_000);
  expect((await check(token)).body.code).toBe('link_expired');
  expect((await complete(token)).body.code).toBe('link_expired');
  expect((await check('x'.repeat(43))).body.code).toBe('link_expired');
});

test('a weak or equal password does not consume the link', async () => {
  const { email } = await market.user();
  const token = await tokenFor(email);
  expect((await complete(token, 'password1')).body).toMatchObject({
    status: 422,
    code: 'weak_password',
    errors: { password: expect.any(String) },
  });
  expect((await complete(token, password)).body).toMatchObject({ status: 422, code: 'same_password' });
  expect((await complete(token)).status).toBe(201);
});

test('of twenty uses of one link at once, one succeeds', async () => {
  const { email } = await market.user();
  const token = await tokenFor(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => complete(token, `senha boa numero ${index}`)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
});

test('a new password ends every session, other link and trusted device (T43)', async () => {
  const person = await market.user();
  const other = await tokenFor(person.email);
  const token = await tokenFor(person.email);
  await trustADevice(person);
  await complete(token);
  expect((await market.request('GET', '/user', { token: person.token })).status).toBe(401);
  expect((await check(other)).body.code).toBe('link_expired');
  const { rows } = await sql<{ trusted: number; cooling: boolean }>`
    select (select count(*) from devices where user_id = u.id and trusted_until is not null)::int as trusted,
      security_changed_at is not null and password_changed_at is not null as cooling
    from users u where id = ${person.id}`.execute(market.ctx.db);
  expect(rows[0]).toEqual({ trusted: 0, cooling: true });
});

test('the second factor is still required after a recovery (T43)', async () => {
  const { id, email } = await market.user();
  await enrol(id);
  const { data } = await complete(await tokenFor(email));
  expect(data.user.twofactor).toBe('pending');
  expect((await market.request('GET', '/user-info', { token: data.token })).body.code).toBe(
    'two_factor_pending',
  );
});

test('recovering an address that was never proved removes earlier sign-in methods (T50)', async () => {
  const { id, email } = await market.user({ verified: false });
  const rival = await market.user({ verified: false });
  await sql`update users set email = ${email} where id = ${rival.id}`.execute(market.ctx.db);
  await sql`update users set email = ${email} where id = ${id}`.execute(market.ctx.db);
  for (const holder of [id, rival.id]) await enrol(holder);
  await sql`insert into identities (issuer, subject, user_id) values ('https://x.example', '1', ${rival.id})`.execute(
    market.ctx.db,
  );
  const { data } = await complete(await tokenFor(email));
  expect(data.user).toMatchObject({ id: rival.id, email, email_verified: true, twofactor: 'disabled' });
  const { rows } = await sql<{ email: string }>`
    select email::text from users where id = ${id}
      and not exists (select from identities where user_id = ${rival.id})`.execute(market.ctx.db);
  expect(rows[0]!.email).toBe(`liberado-${id}@sem-email.invalid`);
});

test('an account that only signs in by a provider gets its first password this way', async () => {
  const { id, email } = await market.user();
  await sql`update users set password_hash = null where id = ${id}`.execute(market.ctx.db);
  expect((await signIn(email, password)).status).toBe(401);
  expect((await complete(await tokenFor(email))).status).toBe(201);
  expect((await signIn(email, better)).status).toBe(201);
});

test('an account banned meanwhile gets the reason, and one that changed its address has no valid link', async () => {
  const banned = await market.user();
  const token = await tokenFor(banned.email);
  await sql`update users set state = 'banned' where id = ${banned.id}`.execute(market.ctx.db);
  expect((await complete(token)).body).toMatchObject({ status: 403, code: 'account_banned' });
  const moved = await market.user();
  const old = await tokenFor(moved.email);
  await sql`update users set email = 'mudei@exemplo.com.br' where id = ${moved.id}`.execute(market.ctx.db);
  expect((await check(old)).body.code).toBe('link_expired');
});

test('one mailbox gets five mails an hour, and one network requests twenty times (T53)', async () => {
  const { email } = await market.user();
  const statuses: number[] = [];
  for (let round = 0; round < 21; round++) statuses.push((await ask(email, { ip: '10.99.0.1' })).status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  expect(await lettersTo(email)).toHaveLength(5);
});

test('recovery lifts the pauses that strangers caused', async () => {
  const { email } = await market.user();
  for (let round = 0; round < 11; round++) await signIn(email, 'errada-errada');
  expect((await signIn(email, password)).status).toBe(429);
  await complete(await tokenFor(email));
  expect((await signIn(email, better)).status).toBe(201);
});

const change = (token: string, body: object) => market.request('PUT', '/account/password', { token, body });

test('the signed-in person changes the password against the old one, and other sessions end', async () => {
  const { id, token, email } = await market.user();
  const other = (await signIn(email, password)).data.token as string;
  await prove(id);
  const link = await tokenFor(email);
  expect((await change(token, { currentPassword: password, password: better })).data).toEqual({ ok: true });
  expect((await market.request('GET', '/user', { token: other })).status).toBe(401);
  expect((await market.request('GET', '/user', { token })).status).toBe(200);
  expect((await check(link)).body.code).toBe('link_expired');
  expect((await signIn(email, better)).status).toBe(201);
  expect((await lettersTo(email)).map(({ subject }) => subject)).toContain('Senha trocada na Praça');
});

test('a change of password is refused without the old one, to a weak one, and to the same', async () => {
  const { id, token } = await market.user();
  await prove(id);
  const missing = await change(token, { password: better });
  expect(missing.body).toMatchObject({
    code: 'wrong_credentials',
    errors: { currentPassword: expect.any(String) },
  });
  expect((await change(token, { currentPassword: 'errada', password: better })).body.code).toBe(
    'wrong_credentials',
  );
  expect((await change(token, { currentPassword: password, password: 'praca2026' })).body.code).toBe(
    'weak_password',
  );
  expect((await change(token, { currentPassword: password, password })).body.code).toBe('same_password');
});

test('wrong old passwords are counted, and an expired proof is required again', async () => {
  const { id, token } = await market.user();
  await prove(id);
  const guess = { currentPassword: 'errada', password: better };
  const answers = await Promise.all(Array.from({ length: 9 }, () => change(token, guess)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  const late = await market.user();
  await market.moveClock(11 * 60_000);
  expect((await change(late.token, { currentPassword: password, password: better })).body.code).toBe(
    'step_up_required',
  );
});

test('of concurrent changes from the same old password, one succeeds', async () => {
  const { id, token } = await market.user();
  await prove(id);
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      change(token, { currentPassword: password, password: `senha boa numero ${index}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

async function enrol(userId: number): Promise<void> {
  await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
    values (${userId}, '\\x00', market_now())`.execute(market.ctx.db);
}

async function prove(userId: number): Promise<void> {
  await sql`update sessions set proved_at = market_now() where user_id = ${userId}`.execute(market.ctx.db);
}

async function trustADevice({ id }: Person): Promise<void> {
  await sql`insert into devices (user_id, token_hash, trusted_until)
    values (${id}, ${hashToken('c'.repeat(43))}, market_now() + interval '30 days')`.execute(market.ctx.db);
}
