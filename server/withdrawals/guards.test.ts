import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { formatMoment } from '#server/formats.ts';
import type { Person, PersonOptions } from '#test/accounts/people.ts';
import { hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { setProof, withSecondFactor } from '#test/accounts/second-factor.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

async function seller(priceCents: number, options: PersonOptions = {}): Promise<Person> {
  const person = await sales.user(options);
  await sales.released({ priceCents, seller: person });
  return person;
}

const ask = ({ token }: Person, amountCents: number) =>
  sales.request('POST', '/withdrawals', { token, key: true, body: { amountCents } });

test('money is paid out only to a verified person (N2)', async () => {
  const person = await seller(10_000, { level: 'N1' });
  const answer = await ask(person, 5_000);
  expect([answer.status, answer.body.code, answer.body.meta]).toMatchObject([
    422,
    'verification_required',
    { level: 'N1', next: { level: 'N2', limit: 200_000 } },
  ]);
});

test('it is paid to the CNPJ of a person verified with one', async () => {
  const person = await seller(10_000);
  await sql`update users set cpf = null, cnpj = '12ABC34501DE35' where id = ${person.id}`.execute(sales.db);
  const { data } = await ask(person, 5_000);
  expect(data).toMatchObject({ pixKeyType: 'cnpj', pixKey: '**.ABC.345/****-**' });
});

test('the request contains neither key nor holder', async () => {
  const person = await seller(10_000);
  const answer = await sales.request('POST', '/withdrawals', {
    token: person.token,
    key: true,
    body: { amountCents: 5_000, cpf: '52998224725' },
  });
  expect(answer.status).toBe(400);
});

test('withdrawals are delayed 24 hours after a security change', async () => {
  const person = await seller(10_000);
  await sql`update users set security_changed_at = market_now() where id = ${person.id}`.execute(sales.db);
  const answer = await ask(person, 5_000);
  expect([answer.status, answer.body.code]).toEqual([409, 'withdrawal_cool_down']);
  expect(Date.parse(answer.body.meta.until)).not.toBeNaN();
  expect(answer.body.detail).toContain(`esperam até ${formatMoment(new Date(answer.body.meta.until))}`);
  const waitsUntil = async () =>
    (await sales.request('GET', '/balances', { token: person.token })).data.withdrawal.waitsUntil;
  expect(await waitsUntil()).toBe(answer.body.meta.until);
  await sales.moveClock(24 * hour + 1_000);
  expect(await waitsUntil()).toBeNull();
  expect((await ask(person, 5_000)).status).toBe(201);
});

test('a browser that is new on the account may withdraw little on its first day', async () => {
  const person = await seller(200_000);
  const browse = async (name: string) =>
    sql`with seen as (insert into devices (user_id, token_hash)
        values (${person.id}, sha256(${name + person.id}::bytea)) returning id)
      update sessions set device_id = (select id from seen) where user_id = ${person.id}`.execute(sales.db);
  await browse('first');
  await sales.moveClock(1_000);
  expect((await ask(person, 50_001)).status).toBe(201);
  await sales.moveClock(24 * hour);
  await browse('second');
  expect((await ask(person, 40_000)).status).toBe(201);
  const answer = await ask(person, 10_001);
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    409,
    'withdrawal_cool_down',
    expect.stringMatching(/aparelho é novo.*até R\$\s500,00/),
  ]);
  expect((await ask(person, 10_000)).status).toBe(201);
  await sales.moveClock(Date.parse(answer.body.meta.until) - (await now()) + 1_000);
  expect((await ask(person, 50_001)).status).toBe(201);
});

const now = async () => {
  const { rows } = await sql<{ now: Date }>`select market_now() as now`.execute(sales.db);
  return rows[0]!.now.getTime();
};

test('twenty at once do not exceed the daily limit, and a returned one no longer counts', async () => {
  const person = await seller(100_000, { level: 'N2' });
  await sales.released({ priceCents: 200_000, seller: person });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person, 50_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = answers.filter(({ body }) => body.code === 'limit_reached');
  expect(refused).toHaveLength(16);
  expect(refused.at(-1)!.body.meta).toMatchObject({
    kind: 'withdrawPerDayCents',
    limit: 200_000,
    level: 'N2',
  });
  const { id } = answers.find(({ status }) => status === 201)!.data;
  await sales.request('POST', `/withdrawals/${id}/cancellation`, { token: person.token, key: true });
  expect((await ask(person, 50_000)).status).toBe(201);
});

test('each request needs a second factor, also twenty at once, and a retry gets the earlier reply (§4.10)', async () => {
  const person = await seller(50_000, { totp: true });
  await sales.setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: true } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person, 2_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body?.code === 'step_up_required')).toHaveLength(19);
  await setProof(sales, await withSecondFactor(sales, person), 'fresh');
  const once = {
    token: person.token,
    headers: { 'idempotency-key': 'um-saque-so-uma-vez' },
    body: { amountCents: 2_000 },
  };
  const [first, again] = [
    await sales.request('POST', '/withdrawals', once),
    await sales.request('POST', '/withdrawals', once),
  ];
  expect([first.status, again.data.id]).toEqual([201, first.data.id]);
  // A request that comes to nothing spends nothing.
  await setProof(sales, await withSecondFactor(sales, person), 'fresh');
  expect((await ask(person, 1)).body.code).toBe('withdrawal_below_minimum');
  expect((await ask(person, 2_000)).status).toBe(201);
  await sales.setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: false } });
});

test('the rules require a second factor from the last ten minutes', async () => {
  const [without, withOne] = [await seller(10_000), await seller(10_000, { totp: true })];
  await sales.setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: true } });
  expect((await ask(without, 2_000)).body.code).toBe('second_factor_required');
  expect((await ask(withOne, 2_000)).status).toBe(201);
  await sql`update sessions set second_factor_at = market_now() - interval '11 minutes'
    where user_id = ${withOne.id}`.execute(sales.db);
  expect((await ask(withOne, 2_000)).body.code).toBe('step_up_required');
  await sales.setRules({ security: { ...defaultRules.security, withdrawalNeedsSecondFactor: false } });
  expect((await ask(without, 2_000)).status).toBe(201);
  await sql`update sessions set proved_at = market_now() - interval '11 minutes' where user_id = ${without.id}`.execute(
    sales.db,
  );
  expect((await ask(without, 2_000)).body.code).toBe('step_up_required');
});
