import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { password } from '#test/accounts/people.ts';
import { newFirstAdminLink } from './first-admin.ts';

let market: Market;
beforeEach(async () => {
  market = await createMarket();
});
afterEach(() => market.close());

let addresses = 0;
const fresh = () => `203.0.113.${++addresses % 250}`;

async function newToken(): Promise<string> {
  const path = await newFirstAdminLink(market.ctx.db);
  expect(path).toMatch(/^\/primeiro-acesso\?token=[\w-]{43}$/);
  return path!.split('=')[1]!;
}

const person = { username: 'dona', email: 'dona@exemplo.com.br', password, termsAccepted: true };
const check = (token: string) =>
  market.request('POST', '/first-admin-links/checks', { body: { token }, ip: fresh() });
const create = (token: string, more: object = {}) =>
  market.request('POST', '/first-admins', { body: { token, ...person, ...more }, ip: fresh() });

async function admins(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where role = 'admin'`.execute(market.ctx.db);
  return rows[0]!.count;
}

test('the link makes an administrator, signs in, and the dashboard asks for a second step', async () => {
  const token = await newToken();
  expect((await check(token)).status).toBe(200);
  const made = await create(token);
  expect(made.status, made.text).toBe(201);
  expect(made.data.user).toMatchObject({ username: 'dona', role: { slug: 'admin' }, email_verified: true });
  const entered = await market.request('GET', '/staff/queues', { token: made.data.token });
  expect([entered.status, entered.body.code]).toEqual([403, 'second_factor_required']);
  const { rows } = await sql<{ kind: string; after: object }>`
    select kind, after from audit_log where kind = 'account.role_changed'`.execute(market.ctx.db);
  expect(rows).toEqual([{ kind: 'account.role_changed', after: { role: 'admin' } }]);
});

describe('refused is', () => {
  test('a link that was used, and every other one once there is an administrator', async () => {
    const [token, other] = [await newToken(), await newToken()];
    expect((await create(token)).status).toBe(201);
    for (const each of [token, other]) {
      expect((await check(each)).body.code).toBe('admin_exists');
      const again = await create(each, { username: 'outra', email: 'outra@exemplo.com.br' });
      expect([again.status, again.body.code]).toEqual([409, 'admin_exists']);
    }
    expect(await admins()).toBe(1);
    expect(await newFirstAdminLink(market.ctx.db)).toBeNull();
  });

  test('a used link, also where its administrator is gone', async () => {
    const token = await newToken();
    await sql`update one_time_secrets set used_at = market_now() where kind = 'first_admin'`.execute(
      market.ctx.db,
    );
    const again = await create(token);
    expect([again.status, again.body.code]).toEqual([410, 'link_expired']);
    expect(again.body.detail).toContain('Reinicie o servidor');
  });

  test('a link of an hour ago, and one that was never printed', async () => {
    const token = await newToken();
    await market.moveClock(60 * 60_000 + 1_000);
    for (const each of [token, 'x'.repeat(43)]) {
      expect((await check(each)).body.code).toBe('link_expired');
      expect((await create(each)).body.code).toBe('link_expired');
    }
    expect(await admins()).toBe(0);
  });

  test('a market whose administrator is suspended', async () => {
    const token = await newToken();
    const admin = await market.user({ role: 'admin' });
    await sql`update users set state = 'suspended', state_reason = 'Chave perdida',
      suspended_until = market_now() + interval '1 day' where id = ${admin.id}`.execute(market.ctx.db);
    expect((await create(token)).body.code).toBe('admin_exists');
  });

  test('what a registration refuses, and the link stays', async () => {
    const token = await newToken();
    const member = await market.user();
    expect((await create(token, { username: 'admin' })).status).toBe(400);
    expect((await create(token, { username: member.username })).body.code).toBe('username_taken');
    expect((await create(token, { password: 'senha123' })).body.code).toBe('weak_password');
    expect((await create(token, { email: member.email })).body.errors).toHaveProperty('email');
    expect((await create(token, { termsAccepted: false })).body.errors).toHaveProperty('termsAccepted');
    expect((await create(token)).status).toBe(201);
  });
});

test('of twenty who use links at once one becomes the administrator', async () => {
  const tokens = [await newToken(), await newToken()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, one) =>
      create(tokens[one % 2]!, { username: `dona_${one}`, email: `dona${one}@exemplo.com.br` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.every(({ body }) => ['admin_exists', 'link_expired'].includes(body.code))).toBe(true);
  expect(await admins()).toBe(1);
});
