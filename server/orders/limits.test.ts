import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PersonOptions } from '#test/accounts/people.ts';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => void (sales = await openSales()));
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const buyer = (options: PersonOptions) => sales.user(options);

test('a person without a phone buys for up to R$ 300,00 a day, and the refusal states what the next level allows (§4.14, P01)', async () => {
  const person = await buyer({ level: 'N0' });
  const listing = await sales.publishedListing({ priceCents: 15_000, stock: 9 });
  await sales.place(person, listing);
  await sales.place(person, listing);
  const answer = await sales.order(person, listing);
  expect([answer.status, answer.body.code, answer.body.meta]).toEqual([
    409,
    'limit_reached',
    {
      kind: 'buyPerDayCents',
      limit: 30_000,
      used: 30_000,
      level: 'N0',
      next: { level: 'N1', limit: 100_000 },
    },
  ]);
  expect(answer.body.detail.replaceAll('\u00a0', ' ')).toBe(
    'Seu nível permite comprar até R$ 300,00 por dia. Em Conta, «Seu limite» diz como aumentar.',
  );
  await sales.moveClock(day);
  expect((await sales.order(person, listing)).status).toBe(201);
});

test('a new account has half the limit until five orders without problems', async () => {
  const person = await buyer({ level: 'N1', ageDays: 1 });
  const dear = await sales.publishedListing({ priceCents: 60_000, stock: 9 });
  expect((await sales.order(person, dear)).body.meta).toMatchObject({ limit: 50_000, level: 'N1' });
  const cheap = await sales.publishedListing({ priceCents: 1_000, stock: 9 });
  for (let count = 0; count < 5; count++) {
    const sale = await sales.place(person, cheap);
    await sales.bank.payCharge(sale.reference);
    await sales.act(sale, sale.seller, 'delivery-start');
    await sales.act(sale, sale.seller, 'delivery', { note: 'Entregue em mãos.' });
    await sales.act(sale, person, 'confirmation');
  }
  expect((await sales.order(person, dear)).status).toBe(201);
});

test('a cancelled or expired order no longer counts', async () => {
  const person = await buyer({ level: 'N0' });
  const listing = await sales.publishedListing({ priceCents: 30_000, stock: 9 });
  const { hash } = await sales.place(person, listing);
  expect((await sales.order(person, listing)).status).toBe(409);
  await sales.request('POST', `/orders/${hash}/abandonment`, { token: person.token, key: true });
  expect((await sales.order(person, listing)).status).toBe(201);
});

test('twenty concurrent orders do not exceed the buyer’s daily limit', async () => {
  const person = await buyer({ level: 'N1' });
  const listing = await sales.publishedListing({ priceCents: 30_000, stock: 30 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => sales.order(person, listing)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(17);
});

test('twenty concurrent buyers do not exceed the seller’s monthly limit and learn no figures', async () => {
  const seller = await sales.user({ level: 'N1' });
  const listing = await sales.publishedListing({ seller, priceCents: 20_000, stock: 30 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => sales.user()));
  const answers = await Promise.all(buyers.map((each) => sales.order(each, listing)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ body }) => body.code === 'listing_unavailable');
  expect(refused).toHaveLength(15);
  expect(refused[0]!.body.meta).toBeUndefined();
  await sales.moveClock(31 * day);
  expect((await sales.order(await sales.user(), listing)).status).toBe(201);
});

test('two sellers who buy from each other at the same time both succeed', async () => {
  const [one, two] = [await sales.user({ level: 'N2' }), await sales.user({ level: 'N2' })];
  const [ofOne, ofTwo] = [
    await sales.publishedListing({ seller: one, priceCents: 1_000, stock: 9 }),
    await sales.publishedListing({ seller: two, priceCents: 1_000, stock: 9 }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? sales.order(one, ofTwo) : sales.order(two, ofOne))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
});

test('a suspended person buys nothing new', async () => {
  const person = await buyer({});
  await sql`update users set state = 'suspended', suspended_until = market_now() + interval '7 days'
    where id = ${person.id}`.execute(sales.db);
  const listing = await sales.publishedListing({});
  expect((await sales.order(person, listing)).body.code).toBe('account_suspended');
});
