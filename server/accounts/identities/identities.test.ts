import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityDouble, openBrowser } from '#test/accounts/identity-provider.ts';
import type { Browser, Claims, IdentityDouble } from '#test/accounts/identity-provider.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
let google: IdentityDouble;

beforeAll(async () => {
  google = await createIdentityDouble();
  market = await createMarket(google.settings);
});
afterAll(async () => {
  await market.close();
  await google.close();
});

let visitors = 0;
const visit = () => openBrowser(market, `10.50.0.${++visitors}`);

/** A person signs in by the provider through the API. */
async function enter(claims: Claims, browser?: Browser) {
  const present = browser ?? (await visit());
  return present.enter(await google.sign({ nonce: await present.nonce(), ...claims }));
}

async function signUp(claims: Claims, username: string) {
  const browser = await visit();
  const { body } = await enter(claims, browser);
  expect(body.code).toBe('registration_needed');
  const given = { ticket: body.meta.ticket, username, termsAccepted: true };
  return browser.call('POST', '/identity-registrations', given);
}

async function link(person: Person, claims: Claims) {
  const browser = await visit();
  const credential = await google.sign({ nonce: await browser.nonce(), ...claims });
  return browser.call('POST', '/identities', { provider: 'google', credential }, person.token);
}

async function prove({ id }: { id: number }): Promise<void> {
  await sql`update sessions set proved_at = market_now() where user_id = ${id}`.execute(market.ctx.db);
}

test('the API lists the providers, and a browser gets a nonce bound to an HttpOnly cookie', async () => {
  const browser = await visit();
  expect((await browser.call('GET', '/public/sign-in-providers')).data.items).toEqual([
    {
      slug: 'google',
      name: 'Google',
      clientId: google.settings.GOOGLE_CLIENT_ID,
      scriptUrl: 'https://accounts.google.com/gsi/client',
    },
  ]);
  const { cookies, data } = await browser.call('POST', '/public/sign-in-nonces', { provider: 'google' });
  expect(cookies.find(({ name }) => name === 'praca_identity')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
  expect(data.nonce).toMatch(/^[\w-]{43}$/);
  expect((await browser.call('POST', '/public/sign-in-nonces', { provider: 'outro' })).status).toBe(400);
});

test('an unknown person chooses a username and gets an account with a proven address', async () => {
  const claims = { sub: '100', email: 'Nova.Pessoa@gmail.com' };
  const browser = await visit();
  const { status, body } = await enter(claims, browser);
  expect(status).toBe(422);
  expect(body.meta).toEqual({
    ticket: expect.any(String),
    email: 'nova.pessoa@gmail.com',
    username: 'nova_pessoa',
  });
  const given = { ticket: body.meta.ticket, username: body.meta.username, termsAccepted: true };
  const stranger = await visit();
  expect((await stranger.call('POST', '/identity-registrations', given)).body.code).toBe('link_expired');
  const made = await browser.call('POST', '/identity-registrations', given);
  expect(made.status).toBe(201);
  expect(made.data.user).toMatchObject({ username: 'nova_pessoa', email_verified: true });
  expect((await browser.call('POST', '/identity-registrations', given)).body.code).toBe('username_taken');
  const again = { ...given, username: 'outro_nome' };
  expect((await browser.call('POST', '/identity-registrations', again)).body.code).toBe('link_expired');
  expect((await enter(claims)).data.user.username).toBe('nova_pessoa');
});

test('a refused username is reported at its field, and the ticket stays valid', async () => {
  const taken = await market.user();
  const browser = await visit();
  const { body } = await enter({ sub: '101', email: 'indecisa@gmail.com' }, browser);
  const register = (username: string) =>
    browser.call('POST', '/identity-registrations', {
      ticket: body.meta.ticket,
      username,
      termsAccepted: true,
    });
  expect((await register(taken.username)).body).toMatchObject({
    code: 'username_taken',
    errors: { username: expect.any(String) },
  });
  expect((await register('indecisa')).status).toBe(201);
});

test('the provider’s proof of an address ends the claims of others, and signing up merges nothing (T50)', async () => {
  const email = 'ocupada@gmail.com';
  const squatter = await market.user({ verified: false });
  await sql`update users set email = ${email} where id = ${squatter.id}`.execute(market.ctx.db);
  const { data } = await signUp({ sub: '102', email }, 'dona_real');
  expect(data.user).toMatchObject({ email, email_verified: true });
  expect(data.user.id).not.toBe(squatter.id);
  expect((await market.request('GET', '/user', { token: squatter.token })).status).toBe(401);
});

test('a person whose address has an account must link it when signed in (T50)', async () => {
  const owner = await market.user();
  const { status, body } = await enter({
    sub: '103',
    email: owner.email.toUpperCase(),
    hd: 'exemplo.com.br',
  });
  expect(status).toBe(409);
  expect(body.code).toBe('link_required');
  expect((await enter({ sub: '103', email: owner.email })).body.code).toBe('link_required');
});

test('an address that the provider did not verify gives no access (T50)', async () => {
  for (const email_verified of [false, 'true', undefined]) {
    const { status, body } = await enter({ sub: '104', email: 'alguem@gmail.com', email_verified });
    expect(status).toBe(403);
    expect(body.code).toBe('identity_email_unverified');
  }
});

test('an address that the provider does not vouch for needs a confirmation mail', async () => {
  const email = 'pessoa@dominio-proprio.com.br';
  const { data } = await signUp({ sub: '105', email }, 'dominio_proprio');
  expect(data.user.email_verified).toBe(false);
  await market.drain();
  const { rows } = await sql`select from mails where recipient = ${email}`.execute(market.ctx.db);
  expect(rows).toHaveLength(1);
});

test('an address of staff cannot be registered (T50)', async () => {
  const staff = await market.user({ role: 'support', verified: false });
  expect((await enter({ sub: '106', email: staff.email, hd: 'exemplo.com.br' })).body.code).toBe(
    'link_required',
  );
});

test('people are identified by issuer and subject, not by their current address (T50)', async () => {
  const { data } = await signUp({ sub: '107', email: 'antes@gmail.com' }, 'mudou_de_email');
  const other = await market.user();
  const later = await enter({ sub: '107', email: other.email, email_verified: false });
  expect(later.status).toBe(201);
  expect(later.data.user).toMatchObject({ id: data.user.id, email: 'antes@gmail.com' });
  expect((await enter({ sub: '108', email: 'antes@gmail.com' })).body.code).toBe('link_required');
});

test('sign-in by a provider requires the second factor too, and a ban applies', async () => {
  const person = await market.user();
  await prove(person);
  await link(person, { sub: '109' });
  await sql`insert into totp_secrets (user_id, secret_sealed, confirmed_at)
    values (${person.id}, '\\x00', market_now())`.execute(market.ctx.db);
  expect((await enter({ sub: '109' })).data.user.twofactor).toBe('pending');
  await sql`update users set state = 'banned' where id = ${person.id}`.execute(market.ctx.db);
  expect((await enter({ sub: '109' })).body).toMatchObject({ status: 403, code: 'account_banned' });
});

test('an account links a provider, signs in with it, and is notified', async () => {
  const person = await market.user();
  await prove(person);
  const linked = await link(person, { sub: '110', email: 'outro.endereco@gmail.com' });
  expect(linked.status).toBe(201);
  expect(linked.data).toMatchObject({
    provider: 'google',
    name: 'Google',
    email: 'outro.endereco@gmail.com',
  });
  expect((await enter({ sub: '110' })).data.user.username).toBe(person.username);
  expect((await market.request('GET', '/identities', { token: person.token })).data.items).toHaveLength(1);
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token: person.token });
  expect(data.items[0].title).toBe('Novo jeito de entrar');
});

test('an identity belongs to one account, and an account has one of each provider', async () => {
  const first = await market.user();
  const second = await market.user();
  for (const person of [first, second]) await prove(person);
  expect((await link(first, { sub: '111' })).status).toBe(201);
  expect((await link(second, { sub: '111' })).body.code).toBe('already_requested');
  expect((await link(first, { sub: '112' })).body.code).toBe('already_requested');
  const third = await market.user();
  await prove(third);
  const racing = await Promise.all(
    Array.from({ length: 5 }, (_, index) => link(third, { sub: `11${index}x` })),
  );
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('linking and unlinking need a recent proof', async () => {
  const person = await market.user();
  await market.moveClock(11 * 60_000);
  expect((await link(person, { sub: '113' })).body.code).toBe('step_up_required');
  const unlinked = await market.request('DELETE', '/identities/google', { token: person.token });
  expect(unlinked.body.code).toBe('step_up_required');
});

test('the last sign-in method cannot be removed', async () => {
  const { data } = await signUp({ sub: '114', email: 'so.google@gmail.com' }, 'so_google');
  const unlink = (token: string) => market.request('DELETE', '/identities/google', { token });
  expect((await unlink(data.token)).body).toMatchObject({ status: 409, code: 'last_sign_in_method' });
  expect((await enter({ sub: '114' })).status).toBe(201);
  const person = await market.user();
  await prove(person);
  expect((await unlink(person.token)).body.code).toBe('not_found');
  await link(person, { sub: '115' });
  expect((await unlink(person.token)).data).toEqual({ ok: true });
  expect((await enter({ sub: '115', email: 'mais.uma@gmail.com' })).body.code).toBe('registration_needed');
  const back = await market.request('POST', '/sessions', { body: { login: person.username, password } });
  expect(back.status).toBe(201);
});

test('an identity registered meanwhile does not create a second account', async () => {
  const claims = { sub: '116', email: 'duas.janelas@gmail.com' };
  const windows = [await visit(), await visit()];
  const tickets: string[] = [];
  for (const browser of windows) tickets.push((await enter(claims, browser)).body.meta.ticket);
  const answers = await Promise.all(
    windows.map((browser, index) =>
      browser.call('POST', '/identity-registrations', {
        ticket: tickets[index],
        username: `janela_${'ab'[index]}`,
        termsAccepted: true,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 201)!.body.code).toMatch(/link_required|link_expired/);
});
