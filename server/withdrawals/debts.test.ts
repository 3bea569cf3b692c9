import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { balances } from '#server/ledger/queries.ts';
import { allSweeps } from '#server/process/sweeps.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

/** A debt is netted first, refund credit may leave too, and what comes back goes where it was (§4.10). */
let sales: Sales;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  admin = await sales.user({ role: 'admin' });
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const ask = ({ token }: Person, amountCents: number) =>
  sales.request('POST', '/withdrawals', { token, key: true, body: { amountCents } });
const cancel = ({ token }: Person, id: number) =>
  sales.request('POST', `/withdrawals/${id}/cancellation`, { token, key: true });
const purse = ({ id }: Person) => balances(sales.db, id);

/** Somebody whose sale of R$ 100,00 was given back after it was withdrawn, and who has R$ 45,05 of another since. */
async function debtor(): Promise<Person> {
  const sale = await sales.released({ priceCents: 10_000 });
  const { seller } = sale;
  await ask(seller, 9_010);
  const back = await sales.request('POST', `/orders/${sale.hash}/refunds`, {
    token: seller.token,
    key: true,
    body: { amountCents: 10_000, note: 'O item veio com defeito de fábrica.' },
  });
  expect(back.status, back.text).toBe(201);
  expect(await purse(seller)).toMatchObject({ availableCents: 0, debtCents: 9_010 });
  await sales.released({ priceCents: 10_000, seller });
  expect(await purse(seller)).toMatchObject({ availableCents: 4_505, debtCents: 4_505 });
  return seller;
}

/** Somebody with R$ 45,05 of sales and R$ 60,00 of a purchase that was given back as balance. */
async function creditor(): Promise<Person> {
  const person = await sales.user();
  await sales.released({ priceCents: 5_000, seller: person });
  const listing = await sales.publishedListing({ priceCents: 6_000, codes: sales.codes(1) });
  const bought = await sales.place(person, listing);
  await sales.bank.payCharge(bought.reference);
  const back = await sales.request('POST', `/orders/${bought.hash}/regret`, {
    token: person.token,
    key: true,
    body: { destination: 'balance' },
  });
  expect(back.status, back.text).toBe(201);
  expect(await purse(person)).toMatchObject({ availableCents: 4_505, purchaseCreditCents: 6_000 });
  return person;
}

test('half of a withdrawal pays off the debt, and the other half is paid out', async () => {
  const seller = await debtor();
  const answer = await ask(seller, 4_000);
  expect(answer.data).toMatchObject({ amountCents: 2_000, debtCents: 2_000 });
  expect(await purse(seller)).toMatchObject({ availableCents: 505, debtCents: 2_505 });
});

test('a failed withdrawal returns the amount that was on its way; the debt stays paid', async () => {
  const seller = await debtor();
  const { data } = await ask(seller, 4_505);
  expect(data).toMatchObject({ amountCents: 2_253, debtCents: 2_252 });
  expect((await cancel(seller, data.id)).data.state).toBe('cancelled');
  expect(await purse(seller)).toMatchObject({ availableCents: 2_253, debtCents: 2_253 });
});

test('a debt smaller than half of the withdrawal is paid off completely', async () => {
  const seller = await debtor();
  await sales.released({ priceCents: 20_000, seller });
  expect(await purse(seller)).toMatchObject({ availableCents: 18_020, debtCents: 0 });
  expect((await ask(seller, 18_020)).data).toMatchObject({ amountCents: 18_020, debtCents: 0 });
});

test('a withdrawal that would not cover the fee is refused', async () => {
  const seller = await debtor();
  await sales.setRules({ withdrawal: { ...defaultRules.withdrawal, minCents: 300 } });
  const answer = await ask(seller, 400);
  expect([answer.status, answer.body.code]).toEqual([422, 'withdrawal_below_minimum']);
  await sales.setRules({ withdrawal: defaultRules.withdrawal });
});

test('refund credit is withdrawn after the balance is used up, and is returned as credit', async () => {
  const person = await creditor();
  const over = await ask(person, 10_506);
  expect([over.status, over.body.code, over.body.meta]).toEqual([
    409,
    'insufficient_balance',
    { availableCents: 10_505 },
  ]);
  const { data } = await ask(person, 10_505);
  expect(data).toMatchObject({ amountCents: 10_505, debtCents: 0 });
  expect(await purse(person)).toMatchObject({ availableCents: 0, purchaseCreditCents: 0 });
  const decided = await sales.request('POST', `/staff/withdrawals/${data.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'reject', note: 'O nome não confere com o documento.' },
  });
  expect(decided.status, decided.text).toBe(200);
  expect(await purse(person)).toMatchObject({ availableCents: 4_505, purchaseCreditCents: 6_000 });
});

test('a withdrawal that the bank returns comes back completely, with its reason', async () => {
  const person = await creditor();
  // The pretend bank refuses amounts that end in ,02.
  const { data } = await ask(person, 10_002);
  await sales.request('POST', `/staff/withdrawals/${data.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  for (let pauses = 0; pauses < 2; pauses++) {
    await sales.moveClock(day + minute);
    await drain(sales.ctx, allSweeps);
  }
  const list = await sales.request('GET', '/withdrawals', { token: person.token });
  expect(list.data.items[0]).toMatchObject({
    state: 'returned',
    returnReason: expect.stringMatching(/\p{L}/u),
  });
  expect(await purse(person)).toMatchObject({ availableCents: 4_505, purchaseCreditCents: 6_000 });
});

test('of balance and credit requested twenty times at once it is paid once', async () => {
  const person = await creditor();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person, 10_505)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(await purse(person)).toMatchObject({
    availableCents: 0,
    purchaseCreditCents: 0,
    withdrawalInTransitCents: 10_505,
  });
});
