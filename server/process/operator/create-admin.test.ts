import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { password } from '#test/accounts/people.ts';
import { openOperatedMarket, operate, refusalOf } from '#test/process/operator.ts';
import type { OperatedMarket } from '#test/process/operator.ts';
import { breaks } from '#server/ledger/queries.ts';

/** Each command is a process of its own, which loads the sources first. */
const timeoutMs = 60_000;

let market: OperatedMarket;
beforeAll(async () => {
  market = await openOperatedMarket();
});
afterEach(async () => expect(await breaks(market.sales.db)).toEqual([]));
afterAll(() => market.close());

let people = 0;
const newPerson = () => {
  people += 1;
  return { email: `operadora${people}@exemplo.com.br`, username: `operadora_${people}` };
};

test('create-admin prints a link that sets the password once', { timeout: timeoutMs }, async () => {
  const { email, username } = newPerson();
  const { code, output } = await market.admin('create-admin', email, `@${username}`);
  expect(code).toBe(0);
  const token = /\/auth\/recovery\?token=([\w-]{43})/.exec(output)![1]!;
  const body = { token, password: 'tres gatos no telhado' };
  const set = await market.sales.request('POST', '/password-resets/completions', { body });
  expect(set.status, set.text).toBe(201);
  expect(set.data.user).toMatchObject({ username, role: { slug: 'admin' }, email_verified: true });
  const again = await market.sales.request('POST', '/password-resets/completions', { body });
  expect(again.body.code).toBe('link_expired');
  const [event] = await market.audited();
  expect(event).toMatchObject({ kind: 'account.role_changed', after: { role: 'admin' } });
});

test('create-admin reads a password from the standard input', { timeout: timeoutMs }, async () => {
  const { email, username } = newPerson();
  const argv = ['create-admin', email, username, '--password-stdin'];
  const weak = await operate(market.settings, argv, 'senha123\n');
  expect(refusalOf(weak)).toMatch(/^✖ Esta senha é fácil de adivinhar/);
  expect(refusalOf(await operate(market.settings, argv, '\n'))).toMatch(/^✖ Use 8 letras/);
  const made = await operate(market.settings, argv, `${password}\n`);
  expect(made.code).toBe(0);
  expect(made.output).not.toContain('token=');
  const session = await market.sales.request('POST', '/sessions', { body: { login: email, password } });
  expect(session.data.user.role.slug).toBe('admin');
});

test('create-admin refuses what a registration refuses', { timeout: timeoutMs }, async () => {
  const member = await market.sales.user();
  const { email, username } = newPerson();
  expect(refusalOf(await market.admin('create-admin', 'ana', username))).toMatch(/e-mail/);
  expect(refusalOf(await market.admin('create-admin', email, 'a!'))).toMatch(/^✖ Use letras sem acento/);
  expect(refusalOf(await market.admin('create-admin', email, 'admin'))).toMatch(/^✖ Este nome é reservado/);
  expect(refusalOf(await market.admin('create-admin', email, member.username))).toMatch(/^✖ .*nome/);
  expect(refusalOf(await market.admin('create-admin', member.email, username))).toContain(
    `@${member.username}`,
  );
});

test(
  'create-admin promotes an account that proved its address, once, and ends its sessions',
  { timeout: timeoutMs },
  async () => {
    const member = await market.sales.user();
    const events = (await market.audited()).length;
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => market.admin('create-admin', member.email, member.username)),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(outcomes.filter(({ output }) => output.includes('agora administra'))).toHaveLength(1);
    expect(await market.audited()).toHaveLength(events + 1);
    expect((await market.sales.request('GET', '/user', { token: member.token })).status).toBe(401);
    await market.asOwner(`update users set state = 'banned' where id = $1`, [member.id]);
    expect(refusalOf(await market.admin('create-admin', member.email, member.username))).toMatch(
      /não está ativa/,
    );
  },
);
