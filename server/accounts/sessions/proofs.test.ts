import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '#test/accounts/authenticator.ts';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function signIn(person: Person, on = market): Promise<string> {
  const { data } = await on.request('POST', '/sessions', { body: { login: person.username, password } });
  return data.token;
}

const prove = (token: string, body: unknown, on = market) =>
  on.request('POST', '/sessions/current/proofs', { token, body });

const challenge = (token: string, method: string, on = market) =>
  on.request('POST', '/sessions/current/challenges', { token, body: { method } });

const current = async (token: string) => (await market.request('GET', '/sessions/current', { token })).data;

/** A code that is not the given one. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The six digits of the newest mail to a person. */
async function mailedCode({ email }: Person, on = market): Promise<string> {
  await on.drain();
  const { rows } = await sql<{ text_body: string }>`select text_body from mails
    where recipient = ${email} and text_body like '%digite este código%' order by id desc limit 1`.execute(
    on.ctx.db,
  );
  return /Código: (\d{6})$/m.exec(rows[0]!.text_body)![1]!;
}

async function recoveryCodes(person: Person): Promise<string[]> {
  const { data } = await market.request('POST', '/second-factors/recovery-codes', { token: person.token });
  return data.recoveryCodes;
}

test('the second step gives the session a new token, and the old one is invalid (T48)', async () => {
  const person = await market.user({ totp: true });
  const waiting = await signIn(person);
  const done = await prove(waiting, { method: 'totp', code: await person.code() });
  expect(done.status).toBe(201);
  expect(done.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(done.data.token).not.toBe(waiting);
  expect(done.data.user).toMatchObject({ email: person.email, twofactor: 'enabled' });
  expect((await market.request('GET', '/user', { token: waiting })).status).toBe(401);
  expect((await market.request('GET', '/user', { token: done.data.token })).data).toEqual(done.data.user);
  expect((await market.request('GET', `/user?token=${done.data.token}`)).status).toBe(401);
  expect(await current(done.data.token)).toMatchObject({
    state: 'active',
    provedUntil: expect.any(String),
    secondFactorUntil: expect.any(String),
  });
});

test('a code of the app works once, one after the other or twenty at once (T46)', async () => {
  const person = await market.user({ totp: true });
  const tokens = [];
  for (let count = 0; count < 4; count++) tokens.push(await signIn(person));
  const code = await person.code();
  const first = await Promise.all(tokens.slice(1).map((token) => prove(token, { method: 'totp', code })));
  expect(first.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(first.filter(({ status }) => ![201, 401].includes(status))).toEqual([]);
  expect((await prove(tokens[0]!, { method: 'totp', code })).body).toMatchObject({
    status: 401,
    code: 'wrong_code',
  });
});

test('the fifth wrong code ends a pending sign-in (T45)', async () => {
  const person = await market.user({ totp: true });
  const token = await signIn(person);
  const code = other(other(other(await person.code())));
  for (let count = 0; count < 5; count++)
    expect((await prove(token, { method: 'totp', code })).body.code).toBe('wrong_code');
  expect((await prove(token, { method: 'totp', code: await person.code() })).status).toBe(401);
  expect((await market.request('GET', '/user', { token })).status).toBe(401);
  expect((await prove(await signIn(person), { method: 'totp', code: await person.code() })).status).toBe(201);
});

test('of twenty guesses at once five at most are checked (T45)', async () => {
  const person = await market.user({ totp: true });
  const token = await signIn(person);
  const right = Number(await person.code());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const code = String((right + 10_000 + index) % 1_000_000).padStart(6, '0');
      return prove(token, { method: 'totp', code });
    }),
  );
  const codes = answers.map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(5);
  expect(
    codes.filter((code) => !['wrong_code', 'too_many_requests', 'unauthenticated'].includes(code)),
  ).toEqual([]);
});

test('an open session is paused for fifteen minutes after five wrong codes and stays open (T45)', async () => {
  const own = await createMarket();
  const person = await own.user({ totp: true });
  const { token } = person;
  const wrong = other(other(other(await person.code())));
  for (let count = 0; count < 5; count++)
    expect((await prove(token, { method: 'totp', code: wrong }, own)).status).toBe(401);
  const tired = await prove(token, { method: 'totp', code: await person.code() }, own);
  expect(tired.body).toMatchObject({ status: 429, meta: { retryAfterSeconds: expect.any(Number) } });
  expect(tired.headers['retry-after']).toBe(String(tired.body.meta.retryAfterSeconds));
  expect(tired.body.detail).toMatch(/15 minutos/);
  expect((await own.request('GET', '/user', { token })).status).toBe(200);
  await own.moveClock(15 * 60_000 + 1_000);
  expect((await prove(token, { method: 'totp', code: await person.code() }, own)).status).toBe(201);
  await own.close();
});

test('an account accepts twenty wrong codes a day over all its sessions (T45)', async () => {
  const own = await createMarket();
  const person = await own.user({ totp: true });
  for (let session = 0; session < 4; session++) {
    const token = await signIn(person, own);
    const code = other(other(other(await person.code())));
    for (let count = 0; count < 5; count++)
      expect((await prove(token, { method: 'totp', code }, own)).body.code).toBe('wrong_code');
  }
  const token = await signIn(person, own);
  const tired = await prove(token, { method: 'totp', code: await person.code() }, own);
  expect(tired.body).toMatchObject({ status: 429, code: 'too_many_requests' });
  await own.moveClock(24 * 60 * 60_000 + 1_000);
  const rested = await signIn(person, own);
  expect((await prove(rested, { method: 'totp', code: await person.code() }, own)).status).toBe(201);
  await own.close();
});

test('a right code clears earlier wrong ones', async () => {
  const person = await market.user({ totp: true });
  for (let round = 0; round < 2; round++) {
    const code = other(other(other(await person.code())));
    for (let count = 0; count < 4; count++)
      expect((await prove(person.token, { method: 'totp', code })).status).toBe(401);
    const right = await prove(person.token, { method: 'totp', code: await person.code() });
    expect(right.status).toBe(201);
    expect(right.data.token).toBeNull();
  }
});

test('a recovery code works once, in any notation, and its use is notified (T47)', async () => {
  const person = await market.user({ totp: true });
  const [code] = await recoveryCodes(person);
  const typed = ` ${code!.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
  const tokens = [await signIn(person), await signIn(person)];
  const answers = await Promise.all(tokens.map((token) => prove(token, { method: 'recovery', code: typed })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401]);
  const { data } = answers.find(({ status }) => status === 201)!;
  const factors = await market.request('GET', '/second-factors', { token: data.token });
  expect(factors.data.recoveryCodesLeft).toBe(9);
  await market.drain();
  const { rows } = await sql<{ text_body: string }>`select text_body from mails
    where recipient = ${person.email} and subject = 'Um código reserva foi usado'`.execute(market.ctx.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text_body).toContain('Restam 9.');
  const notices = await market.request('GET', '/notifications', { token: data.token });
  expect(notices.data.items.map(({ title }: { title: string }) => title)).toContain('Código reserva usado');
});

test('a mailed code helps a person who lost the app, but does not allow money operations', async () => {
  const person = await market.user({ totp: true });
  const token = await signIn(person);
  const asked = await challenge(token, 'email');
  expect(asked).toMatchObject({
    status: 201,
    data: { challengeId: null, options: null, resendAfterSeconds: 60 },
  });
  expect((await current(token)).resendAfterSeconds).toBeGreaterThan(50);
  const again = await challenge(token, 'email');
  expect(again.body).toMatchObject({ status: 429, meta: { retryAfterSeconds: expect.any(Number) } });
  const code = await mailedCode(person);
  const elsewhere = await signIn(person);
  expect((await prove(elsewhere, { method: 'email', code })).body.code).toBe('code_expired');
  expect((await prove(token, { method: 'email', code: other(code) })).body.code).toBe('wrong_code');
  const done = await prove(token, { method: 'email', code });
  expect(done.status).toBe(201);
  const opened = done.data.token;
  expect(await current(opened)).toMatchObject({ state: 'active', secondFactorUntil: null });
  const off = await market.request('DELETE', '/second-factors/totp', { token: opened });
  expect(off.body.code).toBe('step_up_required');
  const { rows } = await sql<{
    kept: string;
  }>`select encode(code_hash, 'escape') as kept from one_time_secrets
    where kind = 'email_proof' and user_id = ${person.id}`.execute(market.ctx.db);
  for (const { kept } of rows) expect(kept).not.toContain(code);
});

test('a mailed code is no second step after a password reset, nor for staff (T43)', async () => {
  const person = await market.user({ totp: true });
  const staff = await market.user({ totp: true, role: 'support' });
  const waiting = await signIn(person);
  expect(await current(waiting)).toMatchObject({
    methods: ['totp', 'email'],
    emailHint: 'pe***@exemplo.com.br',
  });
  await sql`update users set password_changed_at = market_now() where id = ${person.id}`.execute(
    market.ctx.db,
  );
  for (const token of [waiting, await signIn(staff)]) {
    expect(await current(token)).toMatchObject({ methods: ['totp'], emailHint: '' });
    expect((await challenge(token, 'email')).body.code).toBe('forbidden');
    expect((await prove(token, { method: 'email', code: '123456' })).body.code).toBe('forbidden');
  }
});

test('a mailed code lasts ten minutes, and a newer one invalidates it', async () => {
  const own = await createMarket();
  const person = await own.user({ totp: true });
  const token = await signIn(person, own);
  await challenge(token, 'email', own);
  const first = await mailedCode(person, own);
  await own.moveClock(61_000);
  expect((await challenge(token, 'email', own)).status).toBe(201);
  const second = await mailedCode(person, own);
  if (first !== second)
    expect((await prove(token, { method: 'email', code: first }, own)).body.code).toBe('wrong_code');
  await own.moveClock(10 * 60_000 + 1_000);
  expect((await prove(token, { method: 'email', code: second }, own)).body).toMatchObject({
    status: 410,
    code: 'code_expired',
  });
  await own.close();
});

test('twenty parallel requests for a mailed code send one mail (T53)', async () => {
  const person = await market.user({ totp: true });
  const token = await signIn(person);
  const answers = await Promise.all(Array.from({ length: 20 }, () => challenge(token, 'email')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  await market.drain();
  const { rows } = await sql`select from mails
    where recipient = ${person.email} and text_body like '%digite este código%'`.execute(market.ctx.db);
  expect(rows).toHaveLength(1);
});

test('a password is a proof without a second factor, under the limits of sign-in', async () => {
  const person = await market.user();
  expect((await current(person.token)).methods).toEqual(['password']);
  const wrong = () => prove(person.token, { method: 'password', password: 'errada-errada' });
  expect((await wrong()).body).toMatchObject({ status: 401, code: 'wrong_credentials' });
  const right = await prove(person.token, { method: 'password', password });
  expect(right).toMatchObject({ status: 201, data: { token: null, user: { id: person.id } } });
  for (let count = 0; count < 5; count++) expect((await wrong()).status).toBe(401);
  expect((await prove(person.token, { method: 'password', password })).status).toBe(429);
  const signedIn = await market.request('POST', '/sessions', { body: { login: person.username, password } });
  expect(signedIn.status).toBe(429);
});

test('a proof allows changes of sign-in methods for ten minutes', async () => {
  const own = await createMarket();
  const { token } = await own.user();
  const begin = () => own.request('POST', '/second-factors/totp', { token });
  await own.moveClock(10 * 60_000 + 1_000);
  expect((await begin()).body.code).toBe('step_up_required');
  await prove(token, { method: 'password', password }, own);
  expect((await begin()).status).toBe(201);
  await own.moveClock(10 * 60_000 + 1_000);
  expect((await begin()).body.code).toBe('step_up_required');
  await own.close();
});

test('without password and second factor a mailed code is the proof', async () => {
  const person = await market.user();
  await sql`update users set password_hash = null where id = ${person.id}`.execute(market.ctx.db);
  expect(await current(person.token)).toMatchObject({
    methods: ['email'],
    emailHint: 'pe***@exemplo.com.br',
  });
  expect((await prove(person.token, { method: 'password', password })).body.code).toBe('forbidden');
  await challenge(person.token, 'email');
  const done = await prove(person.token, { method: 'email', code: await mailedCode(person) });
  expect(done).toMatchObject({ status: 201, data: { token: null } });
});

test('a proof method that the account does not have is refused with an explanation', async () => {
  const bare = await market.user();
  const enrolled = await market.user({ totp: true });
  const waiting = await signIn(enrolled);
  for (const [token, proof] of [
    [bare.token, { method: 'totp', code: '123456' }],
    [bare.token, { method: 'email', code: '123456' }],
    [bare.token, { method: 'recovery', code: 'AAAAA-AAAAA' }],
    [enrolled.token, { method: 'password', password }],
    [enrolled.token, { method: 'email', code: '123456' }],
    [waiting, { method: 'password', password }],
    [waiting, { method: 'recovery', code: 'AAAAA-AAAAA' }],
  ] as const) {
    const answer = await prove(token, proof);
    expect(answer.body, proof.method).toMatchObject({ status: 403, code: 'forbidden' });
    expect(answer.body.detail).toMatch(/Escolha outro/);
  }
  for (const method of ['email', 'passkey'])
    expect((await challenge(bare.token, method)).body.code).toBe('forbidden');
});

test('a passkey is a second step and a proof, once for each challenge and for its owner only', async () => {
  const person = await market.user();
  const key = createAuthenticator(market.ctx.config.publicUrl);
  const begun = await market.request('POST', '/passkeys/challenges', { token: person.token });
  const { challengeId, options } = begun.data;
  const kept = { challengeId, name: 'Celular', response: key.register(options) };
  await market.request('POST', '/passkeys', { token: person.token, body: kept });
  const waiting = await signIn(person);
  expect((await current(waiting)).methods).toEqual(['passkey', 'recovery', 'email']);
  const asked = (await challenge(waiting, 'passkey')).data;
  expect(asked.options.allowCredentials).toMatchObject([{ id: key.id }]);
  const answer = { method: 'passkey', challengeId: asked.challengeId, response: key.assert(asked.options) };
  expect((await prove(person.token, answer)).body.code).toBe('passkey_invalid');
  const done = await prove(waiting, answer);
  expect(done.status).toBe(201);
  const again = (await challenge(done.data.token, 'passkey')).data;
  const proof = {
    method: 'passkey',
    challengeId: again.challengeId,
    response: key.assert(again.options, { userHandle: null }),
  };
  expect((await prove(done.data.token, proof)).data.token).toBeNull();
  expect((await prove(done.data.token, proof)).body.code).toBe('passkey_invalid');
});

test("one person's passkey proves nothing for another", async () => {
  const people = [await market.user(), await market.user()] as const;
  const keys = [];
  for (const { token } of people) {
    const key = createAuthenticator(market.ctx.config.publicUrl);
    const { data } = await market.request('POST', '/passkeys/challenges', { token });
    const body = { challengeId: data.challengeId, name: 'Chave', response: key.register(data.options) };
    expect((await market.request('POST', '/passkeys', { token, body })).status).toBe(201);
    keys.push(key);
  }
  const { data } = await challenge(people[0].token, 'passkey');
  const response = keys[1]!.assert(data.options);
  const answer = await prove(people[0].token, {
    method: 'passkey',
    challengeId: data.challengeId,
    response,
  });
  expect(answer.body.code).toBe('passkey_invalid');
});
