import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

async function slugOf(id: number): Promise<string> {
  const { rows } = await sql<{ slug: string }>`select slug from listings where id = ${id}`.execute(sales.db);
  return rows[0]!.slug;
}

const profile = (username: string) => sales.request('GET', `/public/profiles/${username}`);

test('a profile shows verifications, sales and followers; rates appear after five sales', async () => {
  const seller = await sales.user();
  expect((await profile(seller.username)).data).toMatchObject({
    id: seller.id,
    emailVerified: true,
    phoneVerified: true,
    documentProven: false,
    followersCount: 0,
    answerMs: null,
    reputation: null,
  });
  for (let each = 0; each < 4; each++) await sales.released({ seller });
  expect((await profile(seller.username)).data).toMatchObject({ salesCount: 4, reputation: null });
  const cancelled = await sales.paid({ seller });
  await sales.act(cancelled, seller, 'cancellation', { reason: 'no_stock' });
  expect((await profile(seller.username)).data).toMatchObject({
    salesCount: 4,
    reputation: { sales: 5, onTimeBps: 10_000, cancelledBps: 2_000 },
  });
});

test('a company is shown with its CNPJ; a private person’s document is not shown (§5, Decreto 7.962)', async () => {
  const { seller, id } = await sales.publishedListing();
  const businesses = async () => {
    const listing = await sales.request('GET', `/public/listings/${await slugOf(id)}`);
    return [(await profile(seller.username)).data.business, listing.data.seller.business];
  };
  const person = await sales.publishedListing();
  expect((await profile(person.seller.username)).data.business).toBeNull();
  const shown = await sales.request('GET', `/public/listings/${await slugOf(person.id)}`);
  expect(shown.data.seller.business).toBeNull();
  expect(shown.text).not.toContain(person.seller.cpf);
  expect(shown.text).not.toContain('Souza');
  await sql`update users set cpf = null, cnpj = '12ABC34501DE35', full_name = 'Clara Souza ME'
    where id = ${seller.id}`.execute(sales.db);
  const business = { name: 'Clara Souza ME', cnpj: '12.ABC.345/01DE-35', proven: false };
  expect(await businesses()).toEqual([business, business]);
  await sql`update users set identity_verified_at = null where id = ${seller.id}`.execute(sales.db);
  expect((await profile(seller.username)).data.business).toBeNull();
});

test.each(['suspended', 'banned'])('the profile of a %s person is unavailable, not gone', async (state) => {
  const { id, username } = await sales.user();
  await sql`update users set state = ${state},
    suspended_until = case when ${state} = 'suspended' then market_now() + interval '9 days' end
    where id = ${id}`.execute(sales.db);
  expect((await profile(username)).body).toMatchObject({ status: 404, code: 'profile_unavailable' });
});

test('a former username answers with the new one while it is reserved, but not after the account is closed', async () => {
  const { id, username: old, token } = await sales.user();
  const renamed = await sales.request('PUT', '/account/username', {
    token,
    body: { username: 'nome_novo_1' },
  });
  expect(renamed.status, renamed.text).toBe(200);
  expect((await profile(old)).data).toMatchObject({ id, username: 'nome_novo_1' });
  await sql`update users set state = 'closed', username = 'conta-removida-' || id where id = ${id}`.execute(
    sales.db,
  );
  expect((await profile(old)).status).toBe(404);
  await sql`update users set state = 'active', username = 'nome_novo_1' where id = ${id}`.execute(sales.db);
  await sales.moveClock(91 * 86_400_000);
  expect((await profile(old)).status).toBe(404);
});
