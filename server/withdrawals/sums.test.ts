import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
  const withdrawal = {
    ...defaultRules.withdrawal,
    minCents: 100,
    twoPeopleCents: 3_000,
    supportLimitCents: 2_000,
  };
  await sales.setRules({ withdrawal: { ...withdrawal, freePerMonth: 100 } });
  await sales.moveClock(2_000);
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const admin = () => sales.user({ role: 'admin' });

async function seller(priceCents = 10_000): Promise<Person> {
  return (await sales.released({ priceCents })).seller;
}

async function ask(person: Person, amountCents: number): Promise<number> {
  const answer = await sales.request('POST', '/withdrawals', {
    token: person.token,
    key: true,
    body: { amountCents },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.data.id;
}

/** Withdrawals of as many different people; making their money moves the clock. */
async function askEach(count: number, amountCents: number): Promise<number[]> {
  const people: Person[] = [];
  while (people.length < count) people.push(await seller());
  return Promise.all(people.map((person) => ask(person, amountCents)));
}

function approve(staff: Person, id: number) {
  return sales.request('POST', `/staff/withdrawals/${id}/decision`, {
    token: staff.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
}

async function rowOf(staff: Person, id: number) {
  const { data } = await sales.request('GET', '/staff/withdrawals?tab=pendentes', { token: staff.token });
  return data.items.find((row: { id: number }) => row.id === id);
}

test('one admin does not pay R$ 29 twice under a two-person limit of R$ 30', async () => {
  const [first, second] = await Promise.all([admin(), admin()]);
  const ids = await askEach(2, 2_900);
  expect((await approve(first, ids[0]!)).data.state).toBe('approved');
  expect(await rowOf(first, ids[1]!)).toMatchObject({
    needsTwo: true,
    decidable: true,
    sumReason: expect.stringMatching(
      /^Nas últimas 24 h você já decidiu R\$\s29,00\. .*R\$\s58,00, acima de R\$\s30,00/u,
    ),
  });
  expect(await rowOf(second, ids[1]!)).toMatchObject({ needsTwo: false, sumReason: null });
  expect((await approve(first, ids[1]!)).data.state).toBe('in_review');
  expect((await approve(first, ids[1]!)).body.code).toBe('second_person_needed');
  expect((await approve(second, ids[1]!)).data.state).toBe('approved');
});

test('two admins do not pay one person R$ 29 each', async () => {
  const person = await seller();
  const [first, second] = await Promise.all([admin(), admin()]);
  const one = await ask(person, 2_900);
  const other = await ask(person, 2_900);
  expect((await approve(first, one)).data.state).toBe('approved');
  expect(await rowOf(second, other)).toMatchObject({
    needsTwo: true,
    sumReason: expect.stringMatching(/R\$\s29,00 já saíram para a mesma pessoa/u),
  });
  expect((await approve(second, other)).data.state).toBe('in_review');
  expect((await approve(first, other)).data.state).toBe('approved');
});

test('withdrawals that two people approved do not count as decided alone', async () => {
  const [first, second] = await Promise.all([admin(), admin()]);
  const large = await ask(await seller(), 4_000);
  expect((await approve(first, large)).data.state).toBe('in_review');
  expect((await approve(second, large)).data.state).toBe('approved');
  for (const staff of [first, second])
    expect((await approve(staff, await ask(await seller(), 2_900))).data.state).toBe('approved');
});

test('a day later the sum starts again, and not an hour before', async () => {
  const staff = await admin();
  const [first, early, late] = await askEach(3, 2_900);
  expect((await approve(staff, first!)).data.state).toBe('approved');
  await sales.moveClock(day - hour);
  expect((await approve(staff, early!)).data.state).toBe('in_review');
  await sales.moveClock(hour + 1_000);
  expect((await approve(staff, late!)).data.state).toBe('approved');
});

test('the limit of support is a sum, and the refusal says it', async () => {
  const support = await sales.user({ role: 'support' });
  const ids = await askEach(2, 1_900);
  expect((await approve(support, ids[0]!)).data.state).toBe('approved');
  const reason = /você já decidiu R\$\s19,00\. .*R\$\s38,00, acima de R\$\s20,00: um administrador decide/u;
  expect(await rowOf(support, ids[1]!)).toMatchObject({
    decidable: false,
    notDecidableBecause: expect.stringMatching(reason),
  });
  const refused = await approve(support, ids[1]!);
  expect(refused.body).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(reason) });
});

test('of twenty at once under R$ 30 one is paid with the approval of one person', async () => {
  const staff = await admin();
  const ids = await askEach(20, 2_900);
  const states = (await Promise.all(ids.map((id) => approve(staff, id)))).map(({ data }) => data?.state);
  expect(states.filter((state) => state === 'approved')).toHaveLength(1);
  expect(states.filter((state) => state === 'in_review')).toHaveLength(19);
}, 180_000);

test('of twenty people who approve one person’s withdrawals at once one succeeds', async () => {
  const person = await seller(200_000);
  const staff = await Promise.all(Array.from({ length: 20 }, () => admin()));
  const ids: number[] = [];
  for (const _ of staff) ids.push(await ask(person, 2_900));
  const answers = await Promise.all(ids.map((id, at) => approve(staff[at]!, id)));
  expect(answers.filter(({ data }) => data?.state === 'approved')).toHaveLength(1);
}, 180_000);

test('the same call repeated counts once', async () => {
  const staff = await admin();
  const id = await ask(await seller(), 1_400);
  const again = () =>
    sales.request('POST', `/staff/withdrawals/${id}/decision`, {
      token: staff.token,
      headers: { 'idempotency-key': `same-${id}-0000000000` },
      body: { decision: 'approve', note: '' },
    });
  const answers = [await again(), await again()];
  expect(answers.map(({ data }) => data?.state)).toEqual(['approved', 'approved']);
  expect((await approve(staff, await ask(await seller(), 1_500))).data.state).toBe('approved');
});

test('SQL does not approve over the sum without a second person either', async () => {
  const [staff, other] = await Promise.all([admin(), admin()]);
  const ids = await askEach(3, 2_900);
  const byHand = (id: number, first: number | null = null) =>
    sql`update withdrawals set state = 'approved', decided_by = ${staff.id}, decided_at = market_now(),
      first_by = ${first}, first_at = case when ${first}::bigint is not null then market_now() end
      where id = ${id}`.execute(sales.db);
  await byHand(ids[0]!);
  await expect(byHand(ids[1]!)).rejects.toMatchObject({ constraint: 'money_decision_two_people' });
  await byHand(ids[1]!, other.id);
  await expect(sql`delete from money_decisions`.execute(sales.db)).rejects.toMatchObject({ code: '42501' });
  await expect(
    sql`insert into money_decisions (subject, kind, amount_cents, decided_at) values ('x', 'refund', 1, now())`.execute(
      sales.db,
    ),
  ).rejects.toMatchObject({ code: '42501' });
});
