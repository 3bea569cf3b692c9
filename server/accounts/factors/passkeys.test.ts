import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '#test/accounts/authenticator.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { relyingParty } from './passkeys.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const call = (person: Person, method: string, path: string, body?: unknown) =>
  market.request(method, path, { token: person.token, body });

const newAuthenticator = (counts = false) => createAuthenticator(market.ctx.config.publicUrl, counts);

/** Creates a passkey by the API. */
async function addPasskey(person: Person, key = newAuthenticator(), name = 'Celular') {
  const { data } = await call(person, 'POST', '/passkeys/challenges');
  const response = key.register(data.options);
  const answer = await call(person, 'POST', '/passkeys', { challengeId: data.challengeId, name, response });
  return { key, answer };
}

async function signInChallenge() {
  return (await market.request('POST', '/public/passkey-challenges')).data;
}

type Bend = Parameters<ReturnType<typeof newAuthenticator>['assert']>[1];

/** Signs in with a passkey, with a valid or manipulated answer. */
async function signIn(key: ReturnType<typeof newAuthenticator>, bend?: Bend) {
  const { challengeId, options } = await signInChallenge();
  return market.request('POST', '/passkey-sessions', {
    body: { challengeId, response: key.assert(options, bend) },
  });
}

test('a passkey is created and listed, and the first second factor returns recovery codes', async () => {
  const person = await market.user();
  const begun = await call(person, 'POST', '/passkeys/challenges');
  expect(begun.data.options).toMatchObject({
    // The test server runs at 127.0.0.1, which browsers refuse as a relying party.
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { answer } = await addPasskey(person);
  expect(answer.status).toBe(201);
  expect(answer.data.passkey).toMatchObject({ name: 'Celular', backedUp: true, lastUsedAt: null });
  expect(answer.data.recoveryCodes).toHaveLength(10);
  const { data } = await call(person, 'GET', '/second-factors');
  expect(data).toMatchObject({ totpSince: null, recoveryCodesLeft: 10, passkeys: [{ name: 'Celular' }] });
  expect((await call(person, 'GET', '/user')).data.twofactor).toBe('enabled');
  const second = await addPasskey(person, newAuthenticator(true), 'Chave de mesa');
  expect(second.answer.data).toMatchObject({ passkey: { backedUp: false }, recoveryCodes: null });
  const { rows } = await sql<{ kind: string }>`select kind from events
    where actor_id = ${person.id} and kind = 'account.passkey_added'`.execute(market.ctx.db);
  expect(rows).toHaveLength(2);
});

test.each([
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['https://praca.example', 'praca.example', 'https://praca.example'],
])('a site at %s makes passkeys for %s', (publicUrl, id, origin) => {
  const ctx = { ...market.ctx, config: { ...market.ctx.config, publicUrl } };
  expect(relyingParty(ctx)).toEqual({ id, origin });
});

test.each<[string, Bend]>([
  ['another origin', { origin: 'https://praca.example.evil' }],
  ['another host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['a person who was not verified', { verified: false }],
])('a passkey made for %s is refused', async (_what, bend) => {
  const person = await market.user();
  const { data } = await call(person, 'POST', '/passkeys/challenges');
  const response = newAuthenticator().register(data.options, bend);
  const body = { challengeId: data.challengeId, name: 'Ruim', response };
  expect((await call(person, 'POST', '/passkeys', body)).body).toMatchObject({
    status: 401,
    code: 'passkey_invalid',
  });
});

test('a challenge is valid once, for its session, for five minutes', async () => {
  const own = await createMarket();
  const [person, stranger] = [await own.user(), await own.user()];
  const begin = async () => (await own.request('POST', '/passkeys/challenges', { token: person.token })).data;
  const finish = (token: string, challengeId: number, response: unknown) =>
    own.request('POST', '/passkeys', { token, body: { challengeId, name: 'Chave', response } });
  const key = createAuthenticator(own.ctx.config.publicUrl);
  const first = await begin();
  const response = key.register(first.options);
  expect((await finish(stranger.token, first.challengeId, response)).body.code).toBe('passkey_invalid');
  expect((await finish(person.token, first.challengeId, response)).status).toBe(201);
  expect((await finish(person.token, first.challengeId, response)).body.code).toBe('passkey_invalid');
  const late = await begin();
  await own.moveClock(5 * 60_000 + 1_000);
  const answer = await finish(person.token, late.challengeId, key.register(late.options));
  expect(answer.body.code).toBe('passkey_invalid');
  await own.close();
});

test.each([
  ['nothing', {}],
  ['numbers for texts', { clientDataJSON: 5, attestationObject: 7, transports: 3 }],
  ['no CBOR', { clientDataJSON: 'e30', attestationObject: 'AAAA' }],
])('a registration that holds %s is refused, not a defect', async (_what, inside) => {
  const person = await market.user();
  const { data } = await call(person, 'POST', '/passkeys/challenges');
  const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: inside };
  const body = { challengeId: data.challengeId, name: 'Ruim', response };
  expect((await call(person, 'POST', '/passkeys', body)).body.code).toBe('passkey_invalid');
});

test('the same passkey is stored once, and ten is the maximum', async () => {
  const person = await market.user();
  const { key } = await addPasskey(person);
  const stranger = await market.user();
  expect((await addPasskey(stranger, key)).answer.body).toMatchObject({ code: 'passkey_invalid' });
  const waiting = (await call(person, 'POST', '/passkeys/challenges')).data;
  for (let count = 1; count < 10; count++) expect((await addPasskey(person)).answer.status).toBe(201);
  const refused = await call(person, 'POST', '/passkeys/challenges');
  expect(refused.body).toMatchObject({ status: 409, code: 'limit_reached' });
  expect(refused.body.detail).toMatch(/10 chaves/);
  const late = await call(person, 'POST', '/passkeys', {
    challengeId: waiting.challengeId,
    name: 'Onze',
    response: newAuthenticator().register(waiting.options),
  });
  expect(late.body.code).toBe('limit_reached');
});

test('signing in with a passkey needs no username and counts as both steps', async () => {
  const person = await market.user();
  const { key } = await addPasskey(person);
  const answer = await signIn(key);
  expect(answer.status).toBe(201);
  expect(answer.data.user).toMatchObject({ id: person.id, twofactor: 'enabled' });
  const { token } = answer.data;
  const { data } = await market.request('GET', '/sessions/current', { token });
  expect(data).toMatchObject({ state: 'active', secondFactorUntil: expect.any(String) });
  const { rows } = await sql<{ data: unknown }>`select data from events
    where actor_id = ${person.id} and kind = 'account.signed_in'`.execute(market.ctx.db);
  expect(rows).toEqual([{ data: { factor: 'passkey' } }]);
});

test.each<[string, Bend]>([
  ['another origin', { origin: 'https://praca.example.evil' }],
  ['another host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['a person who was not verified', { verified: false }],
  ["another person's handle", { userHandle: 'AAAA' }],
  ['no handle', { userHandle: null }],
])('a sign-in with a passkey for %s is refused', async (_what, bend) => {
  const { key } = await addPasskey(await market.user());
  expect((await signIn(key, bend)).body).toMatchObject({ status: 401, code: 'passkey_invalid' });
});

test('an answer signs in once, even when sent twenty times at once', async () => {
  const { key } = await addPasskey(await market.user());
  const { challengeId, options } = await signInChallenge();
  const body = { challengeId, response: key.assert(options) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => market.request('POST', '/passkey-sessions', { body, ip: '10.9.9.9' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => ![201, 401].includes(status))).toEqual([]);
});

test('a counter that does not increase reveals a copied key', async () => {
  const { key } = await addPasskey(await market.user(), newAuthenticator(true));
  expect((await signIn(key, { counter: 7 })).status).toBe(201);
  expect((await signIn(key, { counter: 7 })).body.code).toBe('passkey_invalid');
  expect((await signIn(key, { counter: 3 })).body.code).toBe('passkey_invalid');
  expect((await signIn(key, { counter: 0 })).body.code).toBe('passkey_invalid');
  expect((await signIn(key, { counter: 8 })).status).toBe(201);
});

test('an unknown passkey and a banned person cannot sign in', async () => {
  const unknown = newAuthenticator();
  unknown.register({ challenge: '', user: { id: 'AAAA' } });
  expect((await signIn(unknown)).body.code).toBe('passkey_invalid');
  const person = await market.user();
  const { key } = await addPasskey(person);
  await sql`update users set state = 'banned' where id = ${person.id}`.execute(market.ctx.db);
  expect((await signIn(key)).body).toMatchObject({ status: 403, code: 'account_banned' });
});

test('a passkey is renamed and removed; another person cannot find it', async () => {
  const person = await market.user();
  const { key, answer } = await addPasskey(person);
  const path = `/passkeys/${answer.data.passkey.id}`;
  const stranger = await market.user();
  expect((await call(stranger, 'PATCH', path, { name: 'Minha' })).status).toBe(404);
  expect((await call(stranger, 'DELETE', path)).status).toBe(404);
  expect((await call(person, 'PATCH', path, { name: ' Escritório ' })).data.name).toBe('Escritório');
  expect((await call(person, 'PATCH', path, { name: ' ' })).status).toBe(400);
  expect((await call(person, 'DELETE', path)).status).toBe(200);
  expect((await call(person, 'DELETE', path)).status).toBe(404);
  expect((await signIn(key)).body.code).toBe('passkey_invalid');
  expect((await call(person, 'GET', '/second-factors')).data).toMatchObject({
    recoveryCodesLeft: 0,
    passkeys: [],
  });
  await market.drain();
  const { rows } = await sql<{ subject: string }>`select subject from mails
    where recipient = ${person.email} order by id`.execute(market.ctx.db);
  expect(rows.map(({ subject }) => subject)).toEqual(['Chave de acesso criada', 'Chave de acesso apagada']);
});

test('the only sign-in method cannot be removed, also when two are removed at once', async () => {
  const person = await market.user();
  const [one, two] = [await addPasskey(person), await addPasskey(person)];
  await sql`update users set password_hash = null where id = ${person.id}`.execute(market.ctx.db);
  const paths = [one, two].map(({ answer }) => `/passkeys/${answer.data.passkey.id}`);
  const answers = await Promise.all(paths.map((path) => call(person, 'DELETE', path)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('last_sign_in_method');
  await sql`insert into identities (issuer, subject, user_id) values ('https://id.example', 's1', ${person.id})`.execute(
    market.ctx.db,
  );
  const left = (await call(person, 'GET', '/second-factors')).data.passkeys[0].id;
  expect((await call(person, 'DELETE', `/passkeys/${left}`)).status).toBe(200);
});

test('staff cannot remove their last second factor of any kind', async () => {
  const staff = await market.user({ role: 'admin', totp: true });
  const { answer } = await addPasskey(staff);
  expect(answer.data.recoveryCodes).toBeNull();
  expect((await call(staff, 'DELETE', '/second-factors/totp')).status).toBe(200);
  const refused = await call(staff, 'DELETE', `/passkeys/${answer.data.passkey.id}`);
  expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' });
  expect(refused.body.detail).toMatch(/equipe/);
});
