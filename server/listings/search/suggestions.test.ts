import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '#db/servers.ts';
import { createTestDatabase } from '#test/database.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { maintainFrequentTerms } from '#server/listings/jobs.ts';

let market: Market;
let seller: Person;
let categoryId: number;
const made: Record<string, number> = {};

const titles = [
  'Teclado mecânico ABNT2 preto',
  'Teclado mecânico compacto branco',
  'Teclado musical de cinco oitavas',
  'Tecido de linho para cortina',
  'Violão clássico de estudo',
];

beforeAll(async () => {
  market = await createMarket();
  seller = await market.user();
  categoryId = await market.category({
    slug: 'teclados',
    name: 'Teclados e mouses',
    attributes: [
      {
        key: 'marca',
        label: 'Marca',
        type: 'list',
        options: ['Dell', 'HP', 'LG'],
        required: false,
        filterable: true,
      },
      { key: 'serie', label: 'Série', type: 'text', required: false, filterable: true },
    ],
  });
  for (const [index, title] of titles.entries())
    made[title] = (
      await market.publishedListing({
        seller,
        title,
        categoryId,
        priceCents: 4_000 + 3_000 * index,
        attributes: { marca: ['Dell', 'HP', 'LG'][index % 3]! },
      })
    ).id;
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

async function suggest(q: string): Promise<{ words: string; category: string | null }[]> {
  const answer = await market.request('GET', `/public/suggestions?q=${encodeURIComponent(q)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data.items;
}
const words = async (q: string) => (await suggest(q)).map((each) => each.words);

async function search(query: string) {
  market.forgetCaches();
  return (await market.request('GET', `/public/listings?${query}`)).data;
}

async function pause(id: number, paused: boolean): Promise<void> {
  const answer = await market.request('PUT', `/listings/${id}/pause`, {
    token: seller.token,
    body: { paused },
  });
  expect(answer.status, answer.text).toBe(200);
}

test('words and beginnings of titles are suggested, the most frequent first, and the category', async () => {
  expect((await words('tec'))[0]).toBe('teclado');
  expect(await words('teclado m')).toEqual(expect.arrayContaining(['teclado mecânico', 'teclado musical']));
  expect(await suggest('tecla')).toContainEqual({ words: 'Teclados e mouses', category: 'teclados' });
  expect(await suggest('mouse')).toContainEqual({ words: 'Teclados e mouses', category: 'teclados' });
});

test.each([
  ['TECLADO MECANICO', 'teclado mecânico'],
  ['violao', 'violão'],
  ['telcado', 'teclado'],
  ['viollao', 'violão'],
])('«%s» offers «%s»: accents, case and typos are ignored', async (q, offered) => {
  expect(await words(q)).toContain(offered);
});

test.each([
  '',
  't',
  ' ',
  '%',
  "'",
  '_',
  '\\',
  '\u0000',
  '🎮',
  'x'.repeat(120),
  "te'; drop table suggestions",
])('nothing to offer for %j is an empty list, never a defect', async (q) =>
  expect(await suggest(q)).toEqual([]),
);

test('there are at most eight suggestions, and a too long query is refused', async () => {
  expect((await suggest('te')).length).toBeLessThanOrEqual(8);
  const answer = await market.request('GET', `/public/suggestions?q=${'a'.repeat(121)}`);
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request' });
});

test('a listing no longer on sale is neither suggested, nor counted, nor found by postings', async () => {
  const id = made['Violão clássico de estudo']!;
  await pause(id, true);
  await market.drain();
  market.forgetCaches();
  expect(await words('violao')).toEqual([]);
  await pause(id, false);
  await market.drain();
  market.forgetCaches();
  expect(await words('violao')).toContain('violão');
});

const of = (query: string) => search(`category=teclados&${query}`);
const counts = (data: { facets: { attributes: { options: { count: number }[] }[] } }) =>
  data.facets.attributes[0]!.options.map(({ count }) => count);

test('several values of an attribute may be chosen, and each group is counted without its own filter', async () => {
  expect(counts(await of(''))).toEqual([2, 2, 1]);
  const both = await of(`attributes=${encodeURIComponent('marca=HP&marca=LG')}`);
  expect(both).toMatchObject({ total: 3, facets: { attributes: [{ key: 'marca', label: 'Marca' }] } });
  expect(counts(both)).toEqual([2, 2, 1]);
  const cheap = await of(`priceMax=8000&attributes=${encodeURIComponent('marca=Dell')}`);
  expect(cheap).toMatchObject({ total: 1 });
  expect(counts(cheap)).toEqual([1, 1, 0]);
  expect(cheap.facets.prices.slice(0, 3).map(({ count }: { count: number }) => count)).toEqual([1, 0, 1]);
  for (const odd of ["marca=x'y", 'nada=1', 'marca=%00', 'serie=1', '&&=', '%', '__proto__=1'])
    expect((await of(`attributes=${encodeURIComponent(odd)}`)).items).toEqual(expect.any(Array));
});

test('a frequent word is answered from postings, which follow every change of its listings', async () => {
  const { db } = market.ctx;
  const posted = async () => {
    const { rows } = await sql<{ id: number }>`
      select p.listing_id as id from search_postings p join search_terms t on t.id = p.term_id
      where t.term like 'tecl%' and t.state = 'kept' order by p.score desc, p.listing_id desc`.execute(db);
    return rows.map(({ id }) => id);
  };
  const keyboards = titles.slice(0, 3).map((title) => made[title]!);
  // A step waits until every older transaction of the database has ended.
  const postings = async () => {
    while (await maintainFrequentTerms(market.ctx, 3));
    return (await posted()).toSorted();
  };
  await expect.poll(postings, { timeout: 20_000 }).toEqual(keyboards.toSorted());
  await pause(keyboards[0]!, true);
  expect(await posted()).not.toContain(keyboards[0]);
  const found = await search('q=teclado+compacto');
  expect(found.items.map(({ id }: { id: number }) => id)).toEqual([keyboards[1]]);
  await pause(keyboards[0]!, false);
  expect(await posted()).toContain(keyboards[0]);
  const fresh = await market.publishedListing({
    seller,
    title: 'Teclado novo sem fio cinza',
    categoryId,
  });
  expect(await posted()).toContain(fresh.id);
});

/** How many words like «violão» have complete postings. */
const keptWords = async () => {
  while (await maintainFrequentTerms(market.ctx, 1));
  const { rows } = await sql`select from search_terms
    where term like 'viol%' and state = 'kept' and since is null`.execute(market.ctx.db);
  return rows.length;
};

test('a transaction that is open in another database of the server keeps no word from its postings', async () => {
  const other = await createTestDatabase();
  const client = await openClient(other.ownerUrl);
  await client.query('begin; select pg_current_xact_id()');
  await expect.poll(keptWords).toBeGreaterThan(0);
  await client.end();
  await other.drop();
});
