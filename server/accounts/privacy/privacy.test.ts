import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const day = 86_400_000;

test('a registration stores the accepted versions of the terms and the privacy policy', async () => {
  const body = {
    username: 'nova_aqui',
    email: 'nova@exemplo.com.br',
    password: 'senha nada facil 26',
    termsAccepted: true,
  };
  const registered = await market.request('POST', '/users', { body });
  expect(registered.status, registered.text).toBe(201);
  const { data } = await market.request('GET', '/privacy', { token: registered.data.token });
  expect(data.marketing).toBe(false);
  expect(data.consents.map(({ kind, given }: { kind: string; given: boolean }) => [kind, given])).toEqual([
    ['privacy', true],
    ['terms', true],
  ]);
  expect(data.consents[0].version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('the choice about news by mail follows the last answer, and every answer is stored', async () => {
  const person = await market.user();
  for (const given of [true, false, true, false]) {
    const answer = await market.request('POST', '/consents', {
      token: person.token,
      body: { kind: 'marketing', given },
    });
    expect([answer.status, answer.data.given]).toEqual([201, given]);
    expect((await privacyOf(person)).marketing).toBe(given);
  }
  expect((await privacyOf(person)).consents).toHaveLength(4);
  const refused = await market.request('POST', '/consents', {
    token: person.token,
    body: { kind: 'terms', given: false },
  });
  expect(refused.status).toBe(400);
  await expect(sql`update consents set given = true`.execute(market.ctx.db)).rejects.toThrow('denied');
});

test('signing in and out, money and sign-in methods create access records, kept for six whole months', async () => {
  const person = await market.user();
  const login = { login: person.email, password };
  const { data } = await market.request('POST', '/sessions', { body: login, ip: '203.0.113.9' });
  await market.request('POST', '/data-exports', { token: data.token, ip: '203.0.113.9' });
  await market.request('GET', '/privacy', { token: data.token });
  await market.request('DELETE', '/sessions/current', { token: data.token, ip: '203.0.113.9' });
  const records = async () => {
    const { rows } = await sql<{ action: string; ip: string }>`
      select action, ip from access_records where user_id = ${person.id} order by at, action`.execute(
      market.ctx.db,
    );
    return rows;
  };
  expect(await records()).toEqual(
    ['sign in by password', 'POST /data-exports', 'DELETE /sessions/current'].map((action) => ({
      action,
      ip: '203.0.113.9',
    })),
  );
  await expect(sql`update access_records set ip = ''`.execute(market.ctx.db)).rejects.toThrow('denied');
  await market.moveClock(182 * day);
  await market.drain();
  expect(await records()).toHaveLength(3);
  await market.moveClock(32 * day);
  await market.drain();
  expect(await records()).toEqual([]);
});

test('a call over a socket records its source port', async () => {
  const person = await market.user();
  const url = await market.app.listen({ port: 0, host: '127.0.0.1' });
  await fetch(`${url}/api/v1/data-exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { rows } = await sql<{ port: number }>`
    select port from access_records where user_id = ${person.id}`.execute(market.ctx.db);
  expect(rows[0]!.port).toBeGreaterThan(1_023);
});

test('mails, SMS, devices and notices are deleted after their retention', async () => {
  const person = await market.user();
  const { db } = market.ctx;
  await sql`insert into mails (recipient, subject, text_body) values (${person.email}, 'x', 'x')`.execute(db);
  await sql`insert into text_messages (phone, body) values ('+5571900000000', 'x')`.execute(db);
  await sql`insert into devices (user_id, token_hash) values (${person.id}, 'x')`.execute(db);
  await sql`insert into notifications (user_id, title, description, icon) values (${person.id}, 'x', 'x', 'x')`.execute(
    db,
  );
  await sql`insert into username_reservations values ('nome_antigo', ${person.id}, market_now() + interval '90 days')`.execute(
    db,
  );
  const left = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from mails where recipient = ${person.email})::int as mails,
        (select count(*) from text_messages)::int as texts,
        (select count(*) from devices where user_id = ${person.id})::int as devices,
        (select count(*) from notifications where user_id = ${person.id})::int as notices,
        (select count(*) from username_reservations)::int as names`.execute(db);
    return Object.values(rows[0]!);
  };
  await market.moveClock(89 * day);
  await market.drain();
  expect(await left()).toEqual([1, 1, 1, 1, 1]);
  await market.moveClock(2 * day);
  await market.drain();
  expect(await left()).toEqual([0, 0, 1, 1, 0]);
  await market.moveClock(310 * day);
  await market.drain();
  expect(await left()).toEqual([0, 0, 0, 0, 0]);
});

test('the former account page shows the person’s own records, newest first', async () => {
  const [person, other] = [await market.user(), await market.user()];
  await sql`insert into legacy_records (user_id, kind, title, amount_cents, state, at, order_hash) values
    (${person.id}, 'purchase', 'Livro', 3500, 'Concluída', '2024-01-02', 'nao-existe-mais'),
    (${person.id}, 'transaction', 'Saque', -3500, 'Pago', '2024-03-04', null)`.execute(market.ctx.db);
  const read = async ({ token }: Person) =>
    (await market.request('GET', '/legacy-account', { token })).data.items;
  expect(await read(person)).toEqual([
    expect.objectContaining({ title: 'Saque', amountCents: -3500, at: '2024-03-04T00:00:00.000Z' }),
    expect.objectContaining({ title: 'Livro', kind: 'purchase', orderHash: null }),
  ]);
  expect(await read(other)).toEqual([]);
});

async function privacyOf({ token }: Person) {
  return (await market.request('GET', '/privacy', { token })).data;
}

test('a registration records consent to the versions in force', async () => {
  await sql`insert into page_texts (slug, version, markdown, starts_at)
    values ('termos', 2, '# Termos\n\n## Novos\nOutros.', '2026-06-15T12:00:00-03:00')`.execute(
    market.ctx.db,
  );
  const { data } = await market.request('POST', '/users', {
    body: {
      username: 'le_termos',
      email: 'le.termos@exemplo.com.br',
      password: 'uma senha boa',
      termsAccepted: true,
    },
  });
  const { data: privacy } = await market.request('GET', '/privacy', { token: data.token });
  const versions = Object.fromEntries(
    privacy.consents.map(({ kind, version }: { kind: string; version: string }) => [kind, version]),
  );
  expect(versions).toMatchObject({ terms: '2026-06-15', privacy: '2026-01-01' });
});
