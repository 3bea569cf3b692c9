import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => void (market = await createMarket()));
afterAll(() => market.close());

const submit = (seller: Person, id: number) =>
  market.request('POST', `/listings/${id}/submission`, { token: seller.token, key: true });

async function submitted(seller: Person, options: ListingOptions = {}) {
  const { id } = await market.draft({ seller, ...options });
  return submit(seller, id);
}

test.each([
  { proof: 'an e-mail', lost: sql`email_verified_at = null`, code: 'email_not_verified', meta: undefined },
  {
    proof: 'a phone',
    lost: sql`phone = null, phone_verified_at = null`,
    code: 'verification_required',
    meta: { needs: 'phone' },
  },
])(
  'without $proof a draft cannot be created, copied or submitted (L01); an earlier one stays',
  async (gate) => {
    const seller = await market.user();
    const { id } = await market.draft({ seller });
    await sql`update users set ${gate.lost} where id = ${seller.id}`.execute(market.ctx.db);
    const { token } = seller;
    const categoryId = await market.category();
    const answers = [
      await market.request('POST', '/listings', { token, key: true, body: { categoryId } }),
      await market.request('POST', `/listings/${id}/copies`, { token, key: true }),
      await submit(seller, id),
    ];
    for (const { status, body } of answers)
      expect([status, body.code, body.meta]).toEqual([422, gate.code, gate.meta]);
    const { data } = await market.request('GET', '/listings', { token });
    expect(data.items).toMatchObject([{ id, state: 'draft' }]);
  },
);

test('a level limits the number of active listings and their price (§4.14)', async () => {
  const seller = await market.user({ level: 'N1' });
  const dear = await submitted(seller, { priceCents: 20_001 });
  expect([dear.status, dear.body.code, dear.body.meta]).toMatchObject([
    409,
    'limit_reached',
    { kind: 'maxPriceCents', limit: 20_000, level: 'N1', next: { level: 'N2', limit: 200_000 } },
  ]);
  for (let count = 0; count < 5; count++) expect((await submitted(seller)).status).toBe(200);
  const sixth = await submitted(seller);
  expect(sixth.body.meta).toMatchObject({ kind: 'activeListings', limit: 5, used: 5 });
});

test('twenty submissions at once do not exceed the limit of the level', async () => {
  const seller = await market.user({ level: 'N1', ageDays: 5 });
  const drafts: number[] = [];
  for (let count = 0; count < 12; count++) drafts.push((await market.draft({ seller })).id);
  const answers = await Promise.all(drafts.map((id) => submit(seller, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(10);
});

test('a sold-out listing does not count, and comes back only within the limit', async () => {
  const seller = await market.user({ level: 'N1', ageDays: 5 });
  const first = await market.publishedListing({ seller, stock: 1 });
  await sql`update listings set stock = 0, state = 'sold_out' where id = ${first.id}`.execute(market.ctx.db);
  await market.publishedListing({ seller });
  await market.publishedListing({ seller });
  const restock = await market.request('PATCH', `/listings/${first.id}`, {
    token: seller.token,
    body: { stock: 3 },
  });
  expect(restock.body.code).toBe('limit_reached');
});

test('a suspended person cannot create, submit, ask or upload', async () => {
  const seller = await market.user();
  const { id } = await market.draft({ seller });
  await sql`update users set state = 'suspended', suspended_until = market_now() + interval '7 days'
    where id = ${seller.id}`.execute(market.ctx.db);
  const answers = [
    await submit(seller, id),
    await market.request('POST', '/listings', { token: seller.token, key: true, body: { categoryId: 1 } }),
    await market.request('POST', '/listings/1/questions', {
      token: seller.token,
      key: true,
      body: { text: 'x' },
    }),
    await market.request('POST', '/images', {
      token: seller.token,
      body: Buffer.from('x'),
      headers: { 'content-type': 'image/png' },
    }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'account_suspended'));
  expect((await market.request('GET', '/listings', { token: seller.token })).status).toBe(200);
});
