import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { withoutRequestId } from '#test/http-request.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const newcomer = (name: string) => ({
  username: name,
  email: `${name}@exemplo.com.br`,
  password: 'uma senha boa',
  termsAccepted: true,
});

test('a newcomer registers, is signed in and reads the nine fields of the contract (specification §3)', async () => {
  const made = await market.request('POST', '/users', { body: newcomer('joana') });
  expect(made.status).toBe(201);
  const { token } = made.data as { token: string };
  const me = await market.request('GET', '/user', { token });
  expect(me.data).toEqual({
    id: expect.any(Number),
    username: 'joana',
    email: 'joana@exemplo.com.br',
    image: 'default.png',
    role: { slug: 'user' },
    email_verified: false,
    order_pending: null,
    in_chat: 0,
    twofactor: 'disabled',
  });
  expect(made.data.user).toEqual(me.data);
});

test('passwords are stored as Argon2id with the cost that OWASP recommends', async () => {
  await market.request('POST', '/users', { body: newcomer('hasher') });
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where username = 'hasher'`.execute(market.ctx.db);
  expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the session token is not in the database', async () => {
  const { token } = await market.user();
  const { rows } =
    await sql`select from sessions where encode(token_hash, 'escape') like ${`%${token}%`}`.execute(
      market.ctx.db,
    );
  expect(rows).toHaveLength(0);
});

test.each([
  ['an e-mail without a domain', { email: 'joana@' }, 'email'],
  ['a list instead of an e-mail', { email: ['a@b.com.br'] }, 'email'],
  ['a short password', { password: '1234567' }, 'password'],
  ['a name with an accent', { username: 'joão' }, 'username'],
  ['a reserved name', { username: 'Suporte' }, 'username'],
  ['terms not accepted', { termsAccepted: false }, 'termsAccepted'],
  ['a role of its own choosing', { role: 'admin' }, 'role'],
])('registering with %s is refused at its field', async (_what, change, field) => {
  const answer = await market.request('POST', '/users', { body: { ...newcomer('recusada'), ...change } });
  expect(answer.status).toBe(400);
  expect(answer.body.code).toBe('invalid_request');
  expect(answer.body.errors[field]).toMatch(/[.!]$|Ex\.:/);
});

test('a taken username is reported at its field, regardless of case', async () => {
  await market.request('POST', '/users', { body: newcomer('primeira') });
  const sameName = await market.request('POST', '/users', {
    body: { ...newcomer('terceira'), username: 'Primeira' },
  });
  expect(sameName.body).toMatchObject({
    status: 409,
    code: 'username_taken',
    errors: { username: expect.any(String) },
  });
});

test('when twenty people request the same username at once, one gets it and no request fails with 500', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      market.request('POST', '/users', {
        body: { ...newcomer('disputado'), email: `disputa${index}@exemplo.com.br` },
        ip: `10.0.0.${index}`,
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![201, 409, 429].includes(status))).toEqual([]);
});

test('people sign in by e-mail or username, and signing out is final', async () => {
  const { username, email } = await market.user();
  for (const login of [username, email.toUpperCase(), ` ${username} `]) {
    const answer = await market.request('POST', '/sessions', { body: { login, password } });
    expect(answer.status).toBe(201);
    expect(answer.data.user.username).toBe(username);
  }
  const { data } = await market.request('POST', '/sessions', { body: { login: email, password } });
  expect((await market.request('DELETE', '/sessions/current', { token: data.token })).data).toEqual({
    ok: true,
  });
  expect((await market.request('GET', '/user', { token: data.token })).status).toBe(401);
});

test('a wrong password and an unknown account get the same answer', async () => {
  const { email } = await market.user();
  const wrong = await market.request('POST', '/sessions', {
    body: { login: email, password: 'errada-errada' },
  });
  const unknown = await market.request('POST', '/sessions', {
    body: { login: 'ninguem@x.com.br', password },
  });
  expect(wrong.status).toBe(401);
  expect(withoutRequestId(wrong)).toBe(withoutRequestId(unknown));
});

test('an unknown account takes as long as a wrong password', async () => {
  const { email } = await market.user();
  const timed = async (login: string) => {
    const start = performance.now();
    await market.request('POST', '/sessions', { body: { login, password: 'errada-errada' } });
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 4; round++) {
    known.push(await timed(email));
    unknown.push(await timed(`nenhum${round}@x.com.br`));
  }
  // Both verify an Argon2 hash; without it the unknown account would be about ten times faster.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
});

test('after five wrong attempts even the right password is refused for 15 minutes, from that address only', async () => {
  const { username, email } = await market.user();
  for (let round = 0; round < 5; round++) {
    const login = round % 2 === 0 ? username : email;
    expect(
      (await market.request('POST', '/sessions', { body: { login, password: 'errada-errada' } })).status,
    ).toBe(401);
  }
  const sixth = await market.request('POST', '/sessions', { body: { login: email, password } });
  expect(sixth.body).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(890);
  await market.moveClock(15 * 60_000 + 1_000);
  expect((await market.request('POST', '/sessions', { body: { login: email, password } })).status).toBe(201);
});

test('of twenty attempts at once only the limit is checked', async () => {
  const { email } = await market.user();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      market.request('POST', '/sessions', { body: { login: email, password: 'errada-errada' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('a right password clears earlier wrong ones', async () => {
  const { email } = await market.user();
  for (let round = 0; round < 3; round++) {
    for (let wrong = 0; wrong < 4; wrong++)
      await market.request('POST', '/sessions', { body: { login: email, password: 'errada-errada' } });
    expect((await market.request('POST', '/sessions', { body: { login: email, password } })).status).toBe(
      201,
    );
  }
});

test('the mailed link confirms the address, and using it twice has no further effect', async () => {
  const { data } = await market.request('POST', '/users', { body: newcomer('confirmada') });
  await market.drain();
  const url = await lastUrl('confirmada@exemplo.com.br');
  expect(url.origin + url.pathname).toBe(`${market.ctx.config.publicUrl}/verification`);
  const body = { token: url.searchParams.get('token') };
  for (let round = 0; round < 2; round++)
    expect((await market.request('POST', '/email-confirmations', { token: data.token, body })).data).toEqual({
      ok: true,
    });
  expect((await market.request('GET', '/user', { token: data.token })).data.email_verified).toBe(true);
});

test('an invented link or one three days old answers 410', async () => {
  const madeUp = await market.request('POST', '/email-confirmations', { body: { token: 'x'.repeat(43) } });
  expect(madeUp.status).toBe(410);
  await market.request('POST', '/users', { body: newcomer('atrasada') });
  await market.drain();
  const url = await lastUrl('atrasada@exemplo.com.br');
  await market.moveClock(3 * 86_400_000 + 1_000);
  const late = await market.request('POST', '/email-confirmations', {
    body: { token: url.searchParams.get('token') },
  });
  expect(late.body).toMatchObject({ status: 410, code: 'link_expired' });
});

test('the link is mailed again on demand, unless the address is confirmed', async () => {
  const waiting = await market.user({ verified: false });
  const done = await market.user();
  for (const { token } of [waiting, done])
    expect((await market.request('POST', '/email-confirmations/current', { token })).status).toBe(202);
  await market.drain();
  expect(await lettersTo(waiting.email)).toHaveLength(1);
  expect(await lettersTo(done.email)).toHaveLength(0);
});

test('an available username is reported as such, a taken or reserved one with an available suggestion', async () => {
  const { username } = await market.user();
  expect((await market.request('GET', '/public/usernames/alguem_novo')).data).toEqual({
    available: true,
    suggestion: null,
  });
  for (const wanted of [username, 'suporte', 'Jo', encodeURIComponent('João Silva!'), '%F0%9F%8E%AE']) {
    const { data } = await market.request('GET', `/public/usernames/${wanted}`);
    expect(data.available).toBe(false);
    expect((await market.request('GET', `/public/usernames/${data.suggestion}`)).data.available).toBe(true);
  }
});

test('a profile shows only public data', async () => {
  const { username } = await market.user();
  const { data } = await market.request('GET', `/public/profiles/${username.toUpperCase()}`);
  expect(Object.keys(data).toSorted()).toEqual(
    [
      'username',
      'image',
      'bio',
      'awayUntil',
      'city',
      'memberSince',
      'salesCount',
      'listingsCount',
      'emailVerified',
      'answerMs',
      'business',
      'followersCount',
      'id',
      'documentProven',
      'phoneVerified',
      'reputation',
      'sellerColour',
      'documentsApproved',
      'sellerLevel',
    ].toSorted(),
  );
  expect((await market.request('GET', '/public/profiles/nao_existe')).status).toBe(404);
});

test('the role and the start-up data need a session', async () => {
  const staff = await market.user({ role: 'support' });
  expect((await market.request('GET', '/user/role', { token: staff.token })).data).toEqual({
    slug: 'support',
  });
  expect((await market.request('GET', '/user-info', { token: staff.token })).data).toMatchObject({
    unread_notifications: 0,
    pending_actions: 0,
    next_deadline: null,
  });
  for (const path of ['/user', '/user/role', '/user-info', '/notifications'])
    expect((await market.request('GET', path)).body.code).toBe('unauthenticated');
});

async function lettersTo(email: string) {
  const { rows } = await sql<{ url: string }>`
    select url from mails where recipient = ${email} order by id desc`.execute(market.ctx.db);
  return rows;
}

async function lastUrl(email: string): Promise<URL> {
  return new URL((await lettersTo(email))[0]!.url);
}
