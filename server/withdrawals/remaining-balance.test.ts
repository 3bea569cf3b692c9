import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const post = ({ token }: Person, path: string, body: object) =>
  sales.request('POST', path, { token, key: true, body });
const ask = (person: Person, amountCents: number) => post(person, '/withdrawals', { amountCents });
const leave = (person: Person) => post(person, '/account-closures', { username: person.username });
const terms = async ({ token }: Person) =>
  (await sales.request('GET', '/balances', { token })).data.withdrawal;

async function paidOut(person: Person, amountCents: number): Promise<void> {
  const { data, status, text } = await ask(person, amountCents);
  expect(status, text).toBe(201);
  await post(admin, `/staff/withdrawals/${data.id}/decision`, { decision: 'approve', note: '' });
  await sales.drain();
}

/** A seller who sold once and took out all but five reais. */
async function withFiveReais(): Promise<Person> {
  const { seller } = await sales.released({ priceCents: 10_000 });
  await paidOut(seller, 8_510);
  return seller;
}

test('the last reais of an account are withdrawn completely and without a fee, and then it can be deleted (§4.10)', async () => {
  const seller = await withFiveReais();
  expect(await terms(seller)).toMatchObject({ minCents: 500, nextFeeCents: 0 });
  expect((await leave(seller)).body.meta.reasons[0]).toMatch(/R\$\s5,00 de saldo\. Saque o valor antes/);
  expect((await ask(seller, 499)).body).toMatchObject({ code: 'withdrawal_below_minimum' });
  expect((await ask(seller, 501)).body).toMatchObject({ code: 'insufficient_balance' });
  await paidOut(seller, 500);
  const { data } = await sales.request('GET', '/withdrawals', { token: seller.token });
  expect(data.items[0]).toMatchObject({ state: 'paid', feeCents: 0, netCents: 500 });
  expect((await leave(seller)).status).toBe(201);
});

test('requested twenty times at once they are paid once', async () => {
  const seller = await withFiveReais();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(seller, 500)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('while anything else is open the minimum applies', async () => {
  const seller = await withFiveReais();
  const sale = await sales.place(await sales.user(), await sales.publishedListing({ seller }));
  expect(await terms(seller)).toMatchObject({ minCents: 1_000, nextFeeCents: 250 });
  expect((await ask(seller, 500)).body.code).toBe('withdrawal_below_minimum');
  await sales.bank.payCharge(sale.reference);
  await sales.act(sale, seller, 'cancellation', { reason: 'no_stock' });
  await sales.drain();
  expect((await ask(seller, 500)).status).toBe(201);
});

test('money that was refunded as credit is reported as a balance to withdraw', async () => {
  const sale = await sales.delivered({ codes: sales.codes(1), priceCents: 10_000 });
  await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'balance' });
  await sales.drain();
  expect((await leave(sale.buyer)).body.meta.reasons).toEqual([
    expect.stringMatching(/^Você tem R\$\s100,00 de saldo\. Saque o valor antes\.$/),
  ]);
});
