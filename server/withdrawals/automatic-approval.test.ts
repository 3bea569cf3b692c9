import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SellerColour, SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import type { Person } from '#test/accounts/people.ts';
import { giveLevel } from '#test/accounts/seller-levels.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

/** A seller with money, whose first withdrawal a person has approved: a first one is a sign of risk. */
async function paidBefore(
  level: SellerLevel,
  colour: SellerColour = 'green',
): Promise<{ person: Person; availableCents: number }> {
  const sale = await sales.released({ priceCents: 400_000 });
  const { seller: person } = sale;
  const admin = await sales.user({ role: 'admin' });
  const first = await ask(person, 60_000);
  const decided = await sales.request('POST', `/staff/withdrawals/${first.data.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  expect(decided.status, decided.text).toBe(200);
  await sales.drain();
  // The warranty of the sale, and the day of the first withdrawal, are over.
  await sales.moveClock(8 * day);
  await sales.drain();
  await giveLevel(sales, person, level, colour);
  return { person, availableCents: 300_400 };
}

const ask = (person: Person, amountCents: number) =>
  sales.request('POST', '/withdrawals', { token: person.token, key: true, body: { amountCents } });

const stateOf = async (person: Person, amountCents: number) => (await ask(person, amountCents)).data.state;

test('up to R$ 1.000,00 a day of a silver seller with a low risk are approved by a rule and paid (§4.10)', async () => {
  const { person } = await paidBefore('silver');
  const asked = await ask(person, 60_000);
  expect(asked.data.state).toBe('approved');
  await sales.drain();
  const { rows } = await sql<{ state: string; decided_by: number | null }>`
    select state, decided_by from withdrawals where id = ${asked.data.id}`.execute(sales.db);
  expect(rows).toEqual([{ state: 'paid', decided_by: null }]);
  expect(await stateOf(person, 40_001)).toBe('requested');
  const { rows: audit } = await sql<{ data: { reason: string } }>`
    select data from events where kind = 'withdrawal.approved' and subject_id = ${asked.data.id}`.execute(
    sales.db,
  );
  expect(audit[0]!.data.reason).toBe('Vendedor Prata ou acima, dentro do limite do dia e com risco baixo.');
});

test.each([
  ['bronze', 'green', 60_000],
  ['silver', 'red', 60_000],
  ['gold', 'green', 100_001],
] as const)(
  'a %s seller who is %s waits for a person with R$ cents %i',
  async (level, colour, amountCents) => {
    const { person } = await paidBefore(level, colour);
    expect(await stateOf(person, amountCents)).toBe('requested');
  },
);

test('a risk above low waits for a person, also of a diamond seller', async () => {
  const { person } = await paidBefore('diamond');
  await sql`update users set security_changed_at = market_now() - interval '30 hours' where id = ${person.id}`.execute(
    sales.db,
  );
  expect(await stateOf(person, 60_000)).toBe('requested');
});

test('ten requests at once are approved up to the limit of the day together', async () => {
  const { person } = await paidBefore('silver');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(person, 20_000)));
  const approved = answers.filter(({ data }) => data?.state === 'approved');
  expect(approved.length).toBeGreaterThan(0);
  expect(approved.length * 20_000).toBeLessThanOrEqual(100_000);
});

test('PostgreSQL refuses an approval without a person below silver, and beyond the limit', async () => {
  const { person } = await paidBefore('bronze');
  const { data } = await ask(person, 60_000);
  const approve = () =>
    sql`update withdrawals set state = 'approved', decided_at = market_now() where id = ${data.id}`.execute(
      sales.db,
    );
  await expect(approve()).rejects.toMatchObject({ constraint: 'withdrawal_by_rule' });
  await giveLevel(sales, person, 'silver');
  const large = (await ask(person, 150_000)).data;
  await expect(
    sql`update withdrawals set state = 'approved' where id = ${large.id}`.execute(sales.db),
  ).rejects.toMatchObject({ constraint: 'money_decision_by_rule' });
});
