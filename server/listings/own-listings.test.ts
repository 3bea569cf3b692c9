import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

async function list(seller: Person, query = '') {
  const answer = await market.request('GET', `/listings?${query}`, { token: seller.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title);

test('a seller finds each of many listings by tab, by page and by words', async () => {
  const seller = await market.user();
  const coffee = await market.publishedListing({ seller, title: 'Cafeteira à 100% de pressão' });
  const paused = await market.publishedListing({ seller, title: 'Moedor de café manual' });
  await market.request('PUT', `/listings/${paused.id}/pause`, {
    token: seller.token,
    body: { paused: true },
  });
  await sql`insert into listings (seller_id, state, title)
    select ${seller.id}, 'draft', 'Rascunho ' || n from generate_series(1, 51) n`.execute(market.ctx.db);

  const first = await list(seller);
  expect(first.counts).toEqual({
    ativos: 1,
    revisao: 0,
    ajuste: 0,
    pausados: 1,
    rascunhos: 51,
    encerrados: 0,
  });
  expect([first.items.length, first.total]).toEqual([50, 53]);
  expect(titles(await list(seller, 'page=2'))).toEqual([
    'Rascunho 1',
    'Moedor de café manual',
    'Cafeteira à 100% de pressão',
  ]);
  expect(titles(await list(seller, 'tab=pausados'))).toEqual(['Moedor de café manual']);
  expect((await list(seller, 'tab=rascunhos&page=2')).items).toHaveLength(1);
  for (const q of ['CAFETEIRA A 100', '100%', 'pressao'])
    expect(
      (await list(seller, `q=${encodeURIComponent(q)}`)).items.map((row: { id: number }) => row.id),
      q,
    ).toEqual([coffee.id]);
  expect((await list(seller, `q=${encodeURIComponent('100_')}`)).total).toBe(0);
  expect((await list(await market.user())).total).toBe(0);
});

test.each(['tab=tudo', 'page=0', `q=${'x'.repeat(81)}`])('own listings refuse %s with 400', async (query) => {
  const { token } = await market.user();
  expect((await market.request('GET', `/listings?${query}`, { token })).status).toBe(400);
});
