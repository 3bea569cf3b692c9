import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Answer } from '#test/http-request.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

let visitors = 0;

/** Each request has its own IP address, so that network limits do not apply. */
function register(username: string, email: string, secret = 'tres gatos no telhado'): Promise<Answer> {
  const body = { username, email, password: secret, termsAccepted: true };
  return market.request('POST', '/users', { body, ip: `10.1.0.${++visitors}` });
}

const signIn = (login: string, secret: string) =>
  market.request('POST', '/sessions', { body: { login, password: secret }, ip: `10.2.0.${++visitors}` });

async function lettersTo(email: string) {
  await market.drain();
  const { rows } = await sql<{ subject: string; text_body: string; url: string }>`
    select subject, text_body, url from mails where recipient = ${email} order by id desc`.execute(
    market.ctx.db,
  );
  return rows;
}

async function claimOf(username: string) {
  const { rows } = await sql<{ email: string; proven: boolean }>`
    select email::text, email_verified_at is not null as proven from users where username = ${username}`.execute(
    market.ctx.db,
  );
  return rows[0]!;
}

/** The comparable part of an answer, without random and personal values. */
function shapeOf({ status, data }: Answer, username: string): string {
  const { token, user } = data as { token: string; user: Record<string, unknown> };
  const same = { ...user, id: 0, username: username && 'x', email: 'x' };
  return JSON.stringify({ status, token: token.length, user: same });
}

test('registering with an owned address answers as with a free one (T37)', async () => {
  const owner = await market.user();
  const free = await register('livre_um', 'livre@exemplo.com.br');
  const taken = await register('intrusa_um', owner.email.toUpperCase());
  expect(taken.status).toBe(201);
  expect(shapeOf(taken, 'intrusa_um')).toBe(shapeOf(free, 'livre_um'));
  for (const { data } of [free, taken])
    expect((await market.request('GET', '/user', { token: data.token })).data.email_verified).toBe(false);
});

test('the owner gets a mail without link or code, and the newcomer cannot confirm the address', async () => {
  const owner = await market.user();
  const { data } = await register('intrusa_dois', owner.email);
  const [letter] = await lettersTo(owner.email);
  expect(letter!.subject).toBe('Você já tem uma conta na Praça');
  expect(letter!.text_body).toContain('Alguém tentou criar uma conta');
  expect(letter!.text_body).not.toContain('token=');
  expect(new URL(letter!.url).origin).toBe(market.ctx.config.publicUrl);
  await market.request('POST', '/email-confirmations/current', { token: data.token });
  for (const again of await lettersTo(owner.email)) expect(again.text_body).not.toContain('token=');
  expect(await claimOf('intrusa_dois')).toEqual({ email: owner.email, proven: false });
});

test('owner and newcomer of one address each sign in with their own password (T37)', async () => {
  const owner = await market.user();
  await register('intrusa_tres', owner.email, 'quatro patos no lago');
  expect((await signIn(owner.email, password)).data.user.username).toBe(owner.username);
  expect((await signIn(owner.email, 'quatro patos no lago')).data.user.username).toBe('intrusa_tres');
  expect((await signIn(owner.email, 'cinco patos no lago')).status).toBe(401);
});

test('proving an address ends earlier claims of it (T50)', async () => {
  const email = 'disputada@exemplo.com.br';
  const early = await register('chegou_antes', email, 'senha do intruso 1');
  await register('dona_de_fato', email);
  const links = await lettersTo(email);
  expect(links).toHaveLength(2);
  const confirm = (url: string) =>
    market.request('POST', '/email-confirmations', {
      body: { token: new URL(url).searchParams.get('token') },
    });
  expect((await confirm(links[0]!.url)).status).toBe(200);
  expect(await claimOf('dona_de_fato')).toEqual({ email, proven: true });
  expect((await claimOf('chegou_antes')).email).toMatch(/^liberado-\d+@sem-email\.invalid$/);
  expect((await market.request('GET', '/user', { token: early.data.token })).status).toBe(401);
  expect((await confirm(links[1]!.url)).body.code).toBe('link_expired');
  expect((await signIn(email, 'senha do intruso 1')).status).toBe(401);
  expect((await signIn('chegou_antes', 'senha do intruso 1')).status).toBe(201);
});

test('when two claims are proved at once, one gets the address and no request fails with 500', async () => {
  for (let round = 0; round < 2; round++) {
    const email = `corrida${round}@exemplo.com.br`;
    await register(`corredora${round}`, email);
    await register(`corredor_b${round}`, email);
    const links = await lettersTo(email);
    const answers = await Promise.all(
      links.map(({ url }) =>
        market.request('POST', '/email-confirmations', {
          body: { token: new URL(url).searchParams.get('token') },
          ip: `10.3.0.${++visitors}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const { rows } = await sql`select from users where email = ${email}`.execute(market.ctx.db);
    expect(rows).toHaveLength(1);
  }
});

test('a look-alike username is taken, and so is a recently released one', async () => {
  await register('mariana', 'mariana@exemplo.com.br');
  expect((await register('rnar1ana', 'outra@exemplo.com.br')).body).toMatchObject({
    code: 'username_taken',
    errors: { username: expect.any(String) },
  });
  const former = await market.user();
  await sql`insert into username_reservations (username, user_id, until)
    values ('nome_antigo', ${former.id}, market_now() + interval '90 days')`.execute(market.ctx.db);
  expect((await register('nome_antigo', 'nova@exemplo.com.br')).body.code).toBe('username_taken');
});

test.each([
  ['seven characters', '1234567', 400, 'invalid_request'],
  ['a leaked password', 'Password1', 422, 'weak_password'],
  ['its own name', 'fraquinha99', 422, 'weak_password'],
  ['two hundred and one characters', `k${'é9 '.repeat(67)}`.slice(0, 201), 400, 'invalid_request'],
])('a password of %s is refused at its field', async (_what, secret, status, code) => {
  const { body } = await register('fraquinha', 'fraquinha@exemplo.com.br', secret);
  expect(body).toMatchObject({ status, code, errors: { password: expect.any(String) } });
});

test.each([
  ['eight characters', 'k7 !pQzx'],
  ['two hundred', `k${'é9 '.repeat(67)}`.slice(0, 200)],
  ['spaces at both ends', '  gatos no telhado  '],
  ['emoji and accents', 'ação 🎮🐴🔋 ñandú'],
])('a password of %s is stored unchanged (ASVS 6.2)', async (_what, secret) => {
  const name = `fiel_${visitors}`;
  expect((await register(name, `${name}@exemplo.com.br`, secret)).status).toBe(201);
  expect((await signIn(name, secret)).status).toBe(201);
  for (const other of [secret.trim(), secret.toUpperCase(), `${secret} `])
    if (other !== secret && other.length <= 200) expect((await signIn(name, other)).status).toBe(401);
});
