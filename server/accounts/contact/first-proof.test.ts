import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepOf, totpCode } from '#server/accounts/factors/totp.ts';
import { createAuthenticator } from '#test/accounts/authenticator.ts';
import { createIdentityDouble, openBrowser } from '#test/accounts/identity-provider.ts';
import type { IdentityDouble } from '#test/accounts/identity-provider.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';

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

const strangersPassword = 'senha do estranho 1';
const ownersPassword = 'tres gatos no telhado';
let made = 0;
const freshIp = () => `10.70.${Math.floor(++made / 200)}.${made % 200}`;

function send(method: string, path: string, body?: unknown, token?: string) {
  return market.request(method, path, { ip: freshIp(), body, ...(token && { token }) });
}
const register = (username: string, email: string) =>
  send('POST', '/users', { username, email, password: strangersPassword, termsAccepted: true });
const signIn = (login: string, password: string) => send('POST', '/sessions', { login, password });

async function lettersTo(email: string) {
  await market.drain();
  const { rows } = await sql<{ subject: string; text_body: string; url: string | null }>`
    select subject, text_body, url from mails where recipient = ${email} order by id desc`.execute(
    market.ctx.db,
  );
  return rows;
}

/** The secret of the newest letter whose link has this parameter. */
async function linkTo(email: string, parameter: 'token' | 'change', page: string): Promise<string> {
  const letter = (await lettersTo(email)).find(
    ({ url }) => url?.includes(`${parameter}=`) && url.includes(page),
  );
  return new URL(letter!.url!).searchParams.get(parameter)!;
}

async function confirmationCode(email: string): Promise<string> {
  const letter = (await lettersTo(email)).find(({ text_body: text }) => /Código: \d{6}/.test(text));
  return /Código: (\d{6})/.exec(letter!.text_body)![1]!;
}

async function addPhone(token: string): Promise<string> {
  const phone = `+55319${String(22_220_000 + ++made)}`;
  await send('POST', '/phone-confirmations', { phone }, token);
  await market.drain();
  const { rows } = await sql<{ body: string }>`
    select body from text_messages where phone = ${phone} order by id desc limit 1`.execute(market.ctx.db);
  const code = /\b(\d{6})\b/.exec(rows[0]!.body)![1]!;
  expect((await send('POST', '/phone-confirmations/codes', { code }, token)).status).toBe(200);
  return phone;
}

async function enterByGoogle(sub: string) {
  const browser = await openBrowser(market, freshIp());
  return browser.enter(await google.sign({ sub, email: `${sub}@gmail.com`, nonce: await browser.nonce() }));
}

async function linkGoogle(token: string, sub: string): Promise<void> {
  const browser = await openBrowser(market, freshIp());
  const nonce = await browser.nonce();
  const credential = await google.sign({ sub, email: `${sub}@gmail.com`, nonce });
  const { status } = await browser.call('POST', '/identities', { provider: 'google', credential }, token);
  expect(status).toBe(201);
}

type Authenticator = ReturnType<typeof createAuthenticator>;

async function addPasskey(token: string): Promise<Authenticator> {
  const key = createAuthenticator(market.ctx.config.publicUrl);
  const { data } = await send('POST', '/passkeys/challenges', undefined, token);
  const response = key.register(data.options);
  const body = { challengeId: data.challengeId, name: 'Do estranho', response };
  expect((await send('POST', '/passkeys', body, token)).status).toBe(201);
  return key;
}

async function enterByPasskey(key: Authenticator) {
  const { data } = await send('POST', '/public/passkey-challenges');
  const body = { challengeId: data.challengeId, response: key.assert(data.options) };
  return send('POST', '/passkey-sessions', body);
}

async function addTotp(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await send('POST', '/second-factors/totp', undefined, token);
  const code = totpCode(data.secret, Date.now());
  expect(stepOf(data.secret, code, Date.now())).not.toBeNull();
  const confirmed = await send('POST', '/second-factors/totp/confirmation', { code }, token);
  expect(confirmed.status).toBe(201);
  return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes };
}

/** A stranger registers with another person's address and sets every kind of sign-in method. */
async function squat(email: string) {
  const username = `estranho_${++made}`;
  const { data } = await register(username, email);
  const { token } = data;
  const id = data.user.id as number;
  const sub = `sub-${id}`;
  await linkGoogle(token, sub);
  await addPhone(token);
  const key = await addPasskey(token);
  await addTotp(token);
  const elsewhere = (await enterByPasskey(key)).data.token as string;
  const preferences = { group: 'orders', email: false, push: false };
  await send('PUT', '/notice-preferences', preferences, token);
  return { id, username, email, token, elsewhere, sub, key };
}

type Squatter = Awaited<ReturnType<typeof squat>>;

const opens = async (answer: Promise<{ status: number }>) => (await answer).status < 400;

/** The stranger's access and settings that are still on the account. */
async function survivors(stranger: Squatter): Promise<string[]> {
  const { id, email, username, token, elsewhere, sub, key } = stranger;
  const isLeft = async (table: string) =>
    (await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(market.ctx.db)).rows.length > 0;
  const { rows } = await sql<{ phone: string | null }>`
    select phone from users where id = ${id}`.execute(market.ctx.db);
  const found: Record<string, boolean> = {
    'the registering session': await opens(send('GET', '/user', undefined, token)),
    'another session': await opens(send('GET', '/user', undefined, elsewhere)),
    'the password by address': await opens(signIn(email, strangersPassword)),
    'the password by name': await opens(signIn(username, strangersPassword)),
    identity: await opens(enterByGoogle(sub)),
    passkey: await opens(enterByPasskey(key)),
    authenticator: await isLeft('totp_secrets'),
    'recovery codes': await isLeft('recovery_codes'),
    phone: rows[0]!.phone !== null,
  };
  return Object.keys(found).filter((name) => found[name]);
}

interface ProvingWay {
  way: string;
  /** The owner of the address proves it. @returns the secret for a new password, if the answer has one */
  prove(stranger: Squatter, email: string): Promise<string | undefined>;
}

const ways: ProvingWay[] = [
  {
    way: 'the mailed link, opened in another browser',
    async prove(_stranger, email) {
      const token = await linkTo(email, 'token', '/verification');
      const answer = await send('POST', '/email-confirmations', { token });
      expect(answer.status).toBe(200);
      return answer.data.newPasswordToken;
    },
  },
  {
    way: 'the mailed code, in a session that did not register',
    async prove({ elsewhere }, email) {
      const code = await confirmationCode(email);
      const answer = await send('POST', '/email-confirmations/codes', { code }, elsewhere);
      expect(answer.status).toBe(200);
      return answer.data.newPasswordToken;
    },
  },
  {
    way: 'a password reset',
    async prove(_stranger, email) {
      await send('POST', '/password-resets', { email });
      return linkTo(email, 'token', '/auth/recovery');
    },
  },
];

test.each(ways)('first proof by $way ends what a stranger set before it (T50)', async ({ prove }) => {
  const email = `dona${++made}@exemplo.com.br`;
  const stranger = await squat(email);
  expect(await survivors(stranger)).toHaveLength(9);
  const token = await prove(stranger, email);
  const chosen = await send('POST', '/password-resets/completions', { token, password: ownersPassword });
  expect(chosen.status).toBe(201);
  expect(chosen.data.user).toMatchObject({ email, email_verified: true, twofactor: 'disabled' });
  expect(await survivors(stranger)).toEqual([]);
  const entered = await signIn(email, ownersPassword);
  expect(entered.data.user).toMatchObject({ id: stranger.id, twofactor: 'disabled' });
  const letter = (await lettersTo(email)).find(({ subject }) => subject.includes('acessos anteriores'));
  for (const removed of ['senha', 'sess', 'chave de acesso', 'aplicativo', 'celular', 'Google'])
    expect(letter!.text_body).toContain(removed);
});

test('first proof by a change of address ends the access that a stranger set before it', async () => {
  const email = `alvo${++made}@exemplo.com.br`;
  const stranger = await squat(`do_estranho${++made}@exemplo.com.br`);
  await send('POST', '/email-changes', { email }, stranger.token);
  const token = await linkTo(email, 'change', '/verification');
  const answer = await send('POST', '/email-changes/confirmations', { token });
  expect(answer.data).toMatchObject({ changed: true, newPasswordToken: expect.any(String) });
  expect(await survivors({ ...stranger, email })).toEqual([]);
});

test('the session that registered keeps its sign-in methods when it proves by code or by link', async () => {
  for (const way of ['code', 'link']) {
    const email = `honesta${++made}@exemplo.com.br`;
    const { data } = await register(`honesta_${made}`, email);
    const other = (await signIn(email, strangersPassword)).data.token;
    await addPhone(data.token);
    const key = await addPasskey(data.token);
    const answer =
      way === 'code'
        ? await send(
            'POST',
            '/email-confirmations/codes',
            { code: await confirmationCode(email) },
            data.token,
          )
        : await send(
            'POST',
            '/email-confirmations',
            { token: await linkTo(email, 'token', '/verification') },
            data.token,
          );
    expect(answer.data).toEqual({ ok: true });
    expect((await send('GET', '/user', undefined, data.token)).data.email_verified).toBe(true);
    expect((await send('GET', '/user', undefined, other)).status).toBe(401);
    expect((await enterByPasskey(key)).status).toBe(201);
    expect((await lettersTo(email)).filter(({ subject }) => subject.includes('anteriores'))).toEqual([]);
  }
});

test('other sessions end, with their sign-in methods, when the session that registered proves', async () => {
  const email = `honesta${++made}@exemplo.com.br`;
  const { data } = await register(`honesta_${made}`, email);
  const other = (await signIn(email, strangersPassword)).data.token;
  const sub = `outra-sessao-${made}`;
  await linkGoogle(other, sub);
  await addPhone(other);
  const code = await confirmationCode(email);
  expect((await send('POST', '/email-confirmations/codes', { code }, data.token)).data).toEqual({ ok: true });
  expect((await send('GET', '/user', undefined, other)).status).toBe(401);
  expect((await enterByGoogle(sub)).status).toBe(422);
  expect((await send('GET', '/account', undefined, data.token)).data.phone).toBeNull();
  expect((await signIn(email, strangersPassword)).status).toBe(201);
});

test('a proven account confirms a new address only in a session of its own', async () => {
  const email = `alvo${++made}@exemplo.com.br`;
  const stranger = await market.user();
  await send('POST', '/email-changes', { email }, stranger.token);
  await send('POST', '/email-changes/confirmations', {
    token: await linkTo(stranger.email, 'change', '/verification'),
  });
  const token = await linkTo(email, 'change', '/verification');
  const refused = await send('POST', '/email-changes/confirmations', { token });
  expect(refused.body).toMatchObject({ status: 401, code: 'unauthenticated' });
  const other = await market.user();
  expect((await send('POST', '/email-changes/confirmations', { token }, other.token)).status).toBe(401);
  expect((await send('GET', '/account', undefined, stranger.token)).data.email).toBe(stranger.email);
  const done = await send('POST', '/email-changes/confirmations', { token }, stranger.token);
  expect(done.data).toEqual({ changed: true, waitingFor: null });
});

test('sign-in methods added while the address is being proved are removed too', async () => {
  for (let round = 0; round < 3; round++) {
    const email = `corrida${++made}@exemplo.com.br`;
    const { data } = await register(`corrida_${made}`, email);
    const sub = `corrida-${made}`;
    const browser = await openBrowser(market, freshIp());
    const nonce = await browser.nonce();
    const credential = await google.sign({ sub, email: `${sub}@gmail.com`, nonce });
    const token = await linkTo(email, 'token', '/verification');
    const [proof] = await Promise.all([
      send('POST', '/email-confirmations', { token }),
      browser.call('POST', '/identities', { provider: 'google', credential }, data.token),
      signIn(email, strangersPassword),
      send(
        'PUT',
        '/account/password',
        { currentPassword: strangersPassword, password: 'outra do estranho 2' },
        data.token,
      ),
    ]);
    expect(proof.status).toBe(200);
    expect((await enterByGoogle(sub)).status).toBe(422);
    for (const guess of [strangersPassword, 'outra do estranho 2'])
      expect((await signIn(email, guess)).status).toBe(401);
    const { rows } = await sql`select from sessions where user_id = ${data.user.id}`.execute(market.ctx.db);
    expect(rows).toHaveLength(0);
  }
});
