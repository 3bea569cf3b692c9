import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sales.checkBooks();
});
afterAll(() => sales.close());

/** The second withdrawal of a month: R$ 40,00 of which R$ 2,50 are the fee. */
async function asked() {
  const { seller } = await sales.released({ priceCents: 20_000 });
  const ask = (amountCents: number) =>
    sales.request('POST', '/withdrawals', { token: seller.token, key: true, body: { amountCents } });
  await ask(5_000);
  const { data } = await ask(4_000);
  expect(data).toMatchObject({ feeCents: 250, netCents: 3_750 });
  return { seller, id: data.id as number };
}

const approve = (id: number) =>
  sales.request('POST', `/staff/withdrawals/${id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });

async function now(seller: Person, id: number) {
  await sales.drain();
  const { data } = await sales.request('GET', '/withdrawals', { token: seller.token });
  return data.items.find((item: { id: number }) => item.id === id);
}

/** More than one business day, on whatever day this runs. */
const late = 7 * day;

test('a withdrawal that is paid within a business day costs its fee', async () => {
  const { seller, id } = await asked();
  await approve(id);
  expect(await now(seller, id)).toMatchObject({ state: 'paid', feeCents: 250, netCents: 3_750 });
});

const queued = async (id: number) => {
  const { data } = await sales.request('GET', '/staff/withdrawals', { token: admin.token });
  return data.items.find((item: { id: number }) => item.id === id);
};

test('owner and staff see the promised time, staff whether it has passed, and no one once it is paid', async () => {
  const { seller, id } = await asked();
  const { expectedBy } = await now(seller, id);
  expect(Date.parse(expectedBy)).not.toBeNaN();
  expect(await queued(id)).toMatchObject({ due: { at: expectedBy, late: false } });
  await sales.moveClock(late);
  expect(await queued(id)).toMatchObject({ due: { at: expectedBy, late: true } });
  await approve(id);
  expect(await now(seller, id)).toMatchObject({ state: 'paid', expectedBy: null });
});

test('a withdrawal that staff delay longer is free (§4.10)', async () => {
  const { seller, id } = await asked();
  await sales.moveClock(late);
  await approve(id);
  expect(await now(seller, id)).toMatchObject({ state: 'paid', feeCents: 0, netCents: 4_000 });
  const { rows } = await sql<{ cents: number }>`
    select sum(t.amount)::int as cents from money.transfers t join money.journals j on j.id = t.journal_id
    where j.withdrawal_id = ${id} and j.kind = 'withdrawal_paid'`.execute(sales.db);
  expect(rows[0]!.cents).toBe(4_000);
});

test('so is one that the bank delayed; an attempt in progress keeps its amount', async () => {
  const { seller, id } = await asked();
  const pay = vi.spyOn(sales.bank, 'pay').mockResolvedValueOnce({ state: 'processing', providerId: 'x' });
  await approve(id);
  await sales.moveClock(late);
  expect(await now(seller, id)).toMatchObject({ state: 'paid', feeCents: 250 });
  expect(pay.mock.calls.map(([{ amountCents }]) => amountCents)).toEqual([3_750, 3_750]);

  const failed = await asked();
  pay.mockResolvedValueOnce({ state: 'failed', providerId: 'x', reason: 'Fora do ar' });
  await approve(failed.id);
  await sales.moveClock(late);
  expect(await now(failed.seller, failed.id)).toMatchObject({ state: 'paid', feeCents: 0, netCents: 4_000 });
});

test('the database allows a fee to become zero before the payout, and no other change', async () => {
  const { id } = await asked();
  const set = (cents: number) => sql`update withdrawals set fee_cents = ${cents} where id = ${id}`;
  await expect(set(0).execute(sales.db)).rejects.toThrow('only ever waived');
  await approve(id);
  await expect(set(0).execute(sales.db)).rejects.toThrow('only ever waived');
});
