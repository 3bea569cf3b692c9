import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { withSecondFactor } from '#test/accounts/second-factor.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
let second: Person;
let support: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  second = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  support = await withSecondFactor(sales, await sales.user({ role: 'support' }));
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const reason = 'Pediu o pagamento por fora em duas conversas.';
const words = 'Não fui eu: a conversa é de outra pessoa.';

const strike = (viewer: Person, person: Person, step: number, rule = 'off_platform') =>
  sales.request('POST', `/staff/users/${person.id}/strikes`, {
    token: viewer.token,
    key: true,
    body: { rule, step, reason },
  });

/** Strikes up to this number, each given by `by`. */
async function strikes(person: Person, upTo: number, by = admin): Promise<void> {
  for (let step = 1; step <= upTo; step++) {
    const answer = await strike(by, person, step);
    expect(answer.status, answer.text).toBe(201);
  }
}

async function standingOf({ id }: Person): Promise<{ state: string; days: number | null }> {
  const { rows } = await sql<{ state: string; days: number | null }>`
    select state, round(extract(epoch from suspended_until - market_now()) / 86400)::int as days
    from users where id = ${id}`.execute(sales.db);
  return rows[0]!;
}

const rowsOf = async ({ id }: Person) =>
  (
    await sql<{ step: number; measure: string; revoked: boolean }>`
      select step, measure, revoked_at is not null as revoked from strikes where user_id = ${id} order by id`.execute(
      sales.db,
    )
  ).rows;

/** The person appeals against their newest strike but `skip`, and the second admin overturns it. */
async function overturn(person: Person, skip = 0): Promise<void> {
  const { data } = await sales.request('GET', '/decisions', { token: person.token });
  const given = data.items.filter(({ kind }: { kind: string }) => kind === 'account.strike_given');
  const appeal = await sales.request('POST', `/decisions/${given[skip].id}/appeal`, {
    token: person.token,
    key: true,
    body: { words },
  });
  expect(appeal.status, appeal.text).toBe(201);
  const decided = await sales.request('POST', `/staff/appeals/${appeal.data.id}/decision`, {
    token: second.token,
    key: true,
    body: { decision: 'overturn', reason: 'A conversa era mesmo de outra pessoa.' },
  });
  expect(decided.status, decided.text).toBe(200);
}

test('strikes bring more from one to the next, and what they bring ends by itself (F55)', async () => {
  const sale = await sales.paid();
  const { seller } = sale;
  expect((await strike(admin, seller, 1)).data).toMatchObject({ measure: 'warning', measureUntil: null });
  expect((await strike(admin, seller, 2)).data).toMatchObject({ step: 2, measure: 'review' });
  expect(await standingOf(seller)).toEqual({ state: 'active', days: null });
  expect((await sales.listing(sale.listingId)).state).not.toBe('paused');

  expect((await strike(support, seller, 3)).data).toMatchObject({ measure: 'short_suspension' });
  expect(await standingOf(seller)).toEqual({ state: 'suspended', days: 7 });
  expect((await sales.listing(sale.listingId)).state).toBe('paused');
  const bought = await sales.order(seller, await sales.publishedListing());
  expect([bought.status, bought.body.code]).toEqual([403, 'account_suspended']);
  // N02: the order and its money go on.
  await sales.act(sale, seller, 'delivery-start');
  await sales.act(sale, seller, 'delivery', { note: 'Enviei pelo correio às 10 h.' });
  await sales.act(sale, sale.buyer, 'confirmation');
  expect((await sales.request('GET', '/balances', { token: seller.token })).status).toBe(200);

  await sales.moveClock(7 * day - hour);
  await sales.drain();
  expect((await standingOf(seller)).state).toBe('suspended');
  await sales.moveClock(2 * hour);
  await sales.drain();
  expect(await standingOf(seller)).toEqual({ state: 'active', days: null });
  expect((await strike(admin, seller, 4)).data).toMatchObject({ measure: 'long_suspension' });
  expect(await standingOf(seller)).toEqual({ state: 'suspended', days: 30 });
});

test('a strike counts for 180 days (F55)', async () => {
  const person = await sales.user();
  await strikes(person, 2);
  await sales.moveClock(181 * day);
  expect((await strike(admin, person, 3)).status).toBe(409);
  expect((await strike(admin, person, 1)).data).toMatchObject({ step: 1, measure: 'warning' });
});

test('after a second strike each listing of a trusted seller is reviewed, for 30 days (F55, L03)', async () => {
  await sales.setRules({
    listings: { ...defaultRules.listings, autoPublish: 'trusted_sellers', sampledBps: 0 },
  });
  let made = 0;
  const submit = async (seller: Person) => {
    const { id } = await sales.draft({
      seller,
      title: `Peça rara número ${++made}`,
      description: `Uma descrição única com o número ${made} dentro dela.`,
    });
    const answer = await sales.request('POST', `/listings/${id}/submission`, {
      token: seller.token,
      key: true,
    });
    expect(answer.status, answer.text).toBe(200);
    return (await sales.listing(id)).state;
  };
  const seller = await sales.user();
  await sql`update users set trusted_at = market_now() where id = ${seller.id}`.execute(sales.db);
  await strikes(seller, 1);
  expect(await submit(seller)).toBe('published');
  expect((await strike(admin, seller, 2)).status).toBe(201);
  expect(await submit(seller)).toBe('in_review');
  await sales.moveClock(31 * day);
  expect(await submit(seller)).toBe('published');
});

test('a fifth strike suspends and asks another admin, and who gave it does not close the account (F55)', async () => {
  const person = await sales.user();
  await strikes(person, 5);
  expect(await standingOf(person)).toEqual({ state: 'suspended', days: 30 });
  await sales.drain();
  const { data } = await sales.request('GET', '/notifications', { token: second.token });
  expect(data.items[0].title).toBe('Outra pessoa propôs encerrar uma conta');
  const close = (viewer: Person) =>
    sales.request('PUT', `/staff/users/${person.id}/state`, {
      token: viewer.token,
      body: { event: 'ban', reason },
    });
  const own = await close(admin);
  expect([own.status, own.body.code]).toEqual([403, 'own_decision']);
  await expect(
    sql`insert into events (kind, actor_id, actor_role, subject_kind, subject_id, data)
      values ('account.banned', ${admin.id}, 'admin', 'user', ${person.id}, '{}')`.execute(sales.db),
  ).rejects.toThrow(/closed by another person/);
  expect((await close(second)).status).toBe(200);
  expect((await strike(admin, person, 6)).body.detail).toBe('Esta conta já foi encerrada.');
});

test('of twenty strikes at once for the same thing one is given (F55)', async () => {
  const person = await sales.user();
  const answers = await Promise.all(Array.from({ length: 20 }, () => strike(admin, person, 1)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body.code]).toEqual([409, 'wrong_state']);
    expect(body.detail).toContain('outra pessoa decidiu agora');
  }
  expect(await rowsOf(person)).toEqual([{ step: 1, measure: 'warning', revoked: false }]);
});

test('support gives no strike that suspends for longer than it may, nor one that proposes a closing (F55, §4.15)', async () => {
  const person = await sales.user();
  await strikes(person, 3, support);
  for (const step of [4, 5]) {
    const refused = await strike(support, person, step);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await strike(admin, person, step)).status).toBe(201);
  }
});

test.each([
  [{ rule: 'luck', step: 1, reason }, 'rule'],
  [{ rule: 'offence', step: 0, reason }, 'step'],
  [{ rule: 'offence', step: 1, reason: 'Curto.' }, 'reason'],
  [{ rule: 'offence', step: 1, reason: 'x'.repeat(501) }, 'reason'],
])('a strike is refused for what is wrong in %j', async (body, field) => {
  const person = await sales.user();
  const answer = await sales.request('POST', `/staff/users/${person.id}/strikes`, {
    token: admin.token,
    key: true,
    body,
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect(await rowsOf(person)).toEqual([]);
});

test('an overturned strike counts no more, and later ones bring what they would have brought (F55, N04)', async () => {
  const { id, seller } = await sales.publishedListing();
  await strikes(seller, 4);
  expect(await standingOf(seller)).toEqual({ state: 'suspended', days: 30 });
  await overturn(seller, 3);
  expect(await rowsOf(seller)).toEqual([
    { step: 1, measure: 'warning', revoked: true },
    { step: 1, measure: 'warning', revoked: false },
    { step: 2, measure: 'review', revoked: false },
    { step: 3, measure: 'short_suspension', revoked: false },
  ]);
  expect(await standingOf(seller)).toEqual({ state: 'suspended', days: 7 });
  await overturn(seller, 0);
  expect(await standingOf(seller)).toEqual({ state: 'active', days: null });
  // It was the third strike that took it off sale, so its seller puts it back.
  expect((await sales.listing(id)).state).toBe('paused');
});

test('a strike that is overturned leaves a suspension that staff decided apart, and the other way round (F55)', async () => {
  const person = await sales.user();
  const until = new Date((await marketNow(sales.db)).getTime() + 3 * day).toISOString();
  await sales.request('PUT', `/staff/users/${person.id}/state`, {
    token: admin.token,
    body: { event: 'suspend', until, reason },
  });
  await strikes(person, 3);
  expect(await standingOf(person)).toEqual({ state: 'suspended', days: 7 });
  await overturn(person);
  expect(await standingOf(person)).toEqual({ state: 'suspended', days: 3 });
});

test('the person reads a strike with its rule, reason and end, and staff see it with who gave it (F55)', async () => {
  const person = await sales.user();
  await strikes(person, 2);
  await sales.drain();
  const { data } = await sales.request('GET', '/decisions', { token: person.token });
  expect(data.items[0]).toMatchObject({
    kind: 'account.strike_given',
    reason: `Negociar por fora da plataforma. ${reason}`,
    canAppeal: true,
  });
  expect(data.items[0].thing).toMatch(/^Seus anúncios passam pela revisão até /);
  const notices = await sales.request('GET', '/notifications', { token: person.token });
  expect(notices.data.items[0].title).toBe('Você recebeu uma advertência');
  expect(JSON.stringify(notices.data)).not.toContain(admin.username);
  const { data: seen } = await sales.request('GET', `/staff/users/${person.id}`, { token: support.token });
  expect(seen.strikes.next).toEqual({ step: 3, measure: 'short_suspension', days: 7 });
  expect(seen.strikes.items[0]).toMatchObject({ step: 2, measure: 'review', by: admin.username, reason });
});

test('PostgreSQL keeps strikes as they were given, each counted once, by staff, with an end (F55)', async () => {
  const person = await sales.user();
  await strikes(person, 2);
  const insert = (by: Person, step: number, until: string | null, measure = 'review') =>
    sql`insert into strikes (user_id, broken_rule, reason, given_by, step, measure, measure_until)
      values (${person.id}, 'offence', 'x', ${by.id}, ${step}, ${measure}, market_now() + ${until}::interval)`.execute(
      sales.db,
    );
  await expect(insert(admin, 2, '1 day')).rejects.toThrow(/has 2 strikes/);
  await expect(insert(await sales.user(), 3, '1 day')).rejects.toThrow(/is not staff/);
  await expect(insert(admin, 3, '91 days')).rejects.toThrow(/strikes_measure_length/);
  await expect(insert(admin, 3, null)).rejects.toThrow(/strikes_measure_ends/);
  for (const change of [
    sql`update strikes set measure_until = measure_until + interval '1 day' where measure = 'review'`,
    sql`update strikes set step = step + 1`,
    sql`delete from strikes`,
  ])
    await expect(sql`${change}`.execute(sales.db)).rejects.toThrow();
  const revoke = (by: Person) =>
    sql`update strikes set revoked_at = market_now(), revoked_by = ${by.id} where user_id = ${person.id}`.execute(
      sales.db,
    );
  await expect(revoke(admin)).rejects.toThrow(/strikes_revoked_by_another/);
});

test('an earlier restriction goes on after the suspension of a strike, and after its appeal', async () => {
  const person = await sales.user();
  await strikes(person, 2);
  const restricted = await sales.request('PUT', `/staff/users/${person.id}/state`, {
    token: admin.token,
    body: { event: 'restrict', reason },
  });
  expect(restricted.status, restricted.text).toBe(200);
  await strike(support, person, 3);
  await sales.moveClock(7 * day + hour);
  await sales.drain();
  expect((await standingOf(person)).state).toBe('restricted');
  await strike(admin, person, 4);
  await overturn(person);
  expect((await standingOf(person)).state).toBe('restricted');
});
