import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import type { Person } from '#test/accounts/people.ts';

interface Found {
  items: { id: number; title: string; priceCents: number; seller: string; plan: string }[];
  total: number;
  totalIsExact: boolean;
  next: string | null;
  correctedTo: string | null;
  near: {
    category: { slug: string; name: string } | null;
    searches: { words: string; total: number; totalIsExact: boolean }[];
  };
  facets: {
    categories: { slug: string; name: string; count: number }[];
    deliveries: { delivery: string; count: number }[];
  };
}

let market: Market;
let seller: Person;
const leaf: Record<string, number> = {};

const corpus: (ListingOptions & { category: string })[] = [
  { category: 'computadores', title: 'Notebook Dell Inspiron 15', priceCents: 350_000 },
  { category: 'computadores', title: 'Notebook gamer Lenovo Legion', priceCents: 650_000, plan: 'ouro' },
  { category: 'celulares', title: 'iPhone 13 de 128 GB azul', priceCents: 290_000 },
  { category: 'celulares', title: 'Capa de celular transparente', priceCents: 2_990 },
  { category: 'televisores', title: 'Televisão Samsung 50 polegadas', priceCents: 220_000 },
  { category: 'televisores', title: 'Suporte para televisões grandes', priceCents: 9_900 },
  { category: 'calcados', title: 'Tênis de corrida Nike número 42', priceCents: 39_900 },
  { category: 'calcados', title: 'Sandália infantil de verão', priceCents: 4_990 },
  { category: 'papelaria', title: 'Papéis de parede florais', priceCents: 5_990 },
  { category: 'papelaria', title: 'Caderno de papel reciclado', priceCents: 1_990 },
  { category: 'jogos', title: 'Conta Fortnite com nível 30', priceCents: 15_000, codes: ['BUSCA-1'] },
  {
    category: 'jogos',
    title: 'Cartão presente Steam R$ 50',
    priceCents: 5_000,
    codes: ['BUSCA-2'],
    plan: 'diamante',
  },
  {
    category: 'jogos',
    title: 'Moedas e cartões para jogos',
    priceCents: 2_500,
    codes: ['BUSCA-3', 'BUSCA-4'],
  },
  { category: 'casa', title: 'Lençol de algodão king size', priceCents: 12_000 },
  { category: 'casa', title: 'Dois lençóis e quatro fronhas', priceCents: 18_000 },
  { category: 'casa', title: 'Luminária portátil de mesa', priceCents: 7_500 },
  { category: 'casa', title: 'Luminárias portáteis recarregáveis', priceCents: 8_500 },
  { category: 'bichos', title: 'Coleira para cães pequenos', priceCents: 3_500 },
  { category: 'bichos', title: 'Ração para cão adulto', priceCents: 14_000 },
  {
    category: 'som',
    title: 'Fone de ouvido Bluetooth',
    priceCents: 9_900,
    description: 'Som limpo, bateria de 30 horas e estojo. Não acompanha cabo.',
  },
];

beforeAll(async () => {
  market = await createMarket();
  // Promotion has its own tests (promotion.test.ts).
  const promotion = { ...defaultRules.listings.promotion, places: 0 };
  await market.setRules({ listings: { ...defaultRules.listings, promotion } });
  seller = await market.user({ username: 'loja_da_ana' });
  const parentId = await market.category({ slug: 'eletronicos', name: 'Eletrônicos' });
  const below = new Set(['computadores', 'celulares', 'televisores', 'som']);
  for (const { category } of corpus)
    leaf[category] ??= await market.category({
      slug: category,
      name: category,
      parentId: below.has(category) ? parentId : null,
    });
  for (const { category, ...options } of corpus)
    await market.publishedListing({ ...options, seller, categoryId: leaf[category] });
  await market.publishedListing({
    title: 'Anúncio de outra pessoa qualquer',
    categoryId: leaf.casa,
    priceCents: 777,
  });
  // A background job counts the words for spelling correction.
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

async function search(query: Record<string, string | number>): Promise<Found> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await market.request('GET', `/public/listings?${params}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const prices = (found: Found) => found.items.map((item) => item.priceCents);
const titles = (found: Found) => found.items.map((item) => item.title);

test.each([
  ['notebook', 'Notebook Dell Inspiron 15'],
  ['NOTEBOOKS', 'Notebook gamer Lenovo Legion'],
  ['notebook dell', 'Notebook Dell Inspiron 15'],
  ['dell notebook', 'Notebook Dell Inspiron 15'],
  ['televisao', 'Televisão Samsung 50 polegadas'],
  ['televisões', 'Televisão Samsung 50 polegadas'],
  ['televisão', 'Suporte para televisões grandes'],
  ['televisoes', 'Suporte para televisões grandes'],
  ['tenis', 'Tênis de corrida Nike número 42'],
  ['tênis nike', 'Tênis de corrida Nike número 42'],
  ['sandalias infantis', 'Sandália infantil de verão'],
  ['verao', 'Sandália infantil de verão'],
  ['papel', 'Papéis de parede florais'],
  ['papéis', 'Caderno de papel reciclado'],
  ['papeis', 'Papéis de parede florais'],
  ['cartao', 'Moedas e cartões para jogos'],
  ['cartões', 'Cartão presente Steam R$ 50'],
  ['lencol', 'Dois lençóis e quatro fronhas'],
  ['lençóis', 'Lençol de algodão king size'],
  ['luminaria portatil', 'Luminárias portáteis recarregáveis'],
  ['luminárias portáteis', 'Luminária portátil de mesa'],
  ['cao', 'Coleira para cães pequenos'],
  ['cães', 'Ração para cão adulto'],
  ['contas fortnite', 'Conta Fortnite com nível 30'],
  ['níveis', 'Conta Fortnite com nível 30'],
  ['capas para celulares', 'Capa de celular transparente'],
  ['"conta fortnite"', 'Conta Fortnite com nível 30'],
  ['bateria', 'Fone de ouvido Bluetooth'],
  ['não notebook', 'Notebook Dell Inspiron 15'],
  ['você tem iphone', 'iPhone 13 de 128 GB azul'],
])('«%s» finds «%s»', async (q, title) => {
  const found = await search({ q });
  expect(titles(found)).toContain(title);
  expect(found.correctedTo).toBeNull();
  expect(found.total).toBe(found.items.length);
});

test.each([
  ['notbook', 'notebook', 'Notebook Dell Inspiron 15'],
  ['ifone', 'iphone', 'iPhone 13 de 128 GB azul'],
  ['iphnoe', 'iphone', 'iPhone 13 de 128 GB azul'],
  ['fortinite', 'fortnite', 'Conta Fortnite com nível 30'],
  ['televizao', 'televisão', 'Televisão Samsung 50 polegadas'],
  ['samsumg', 'samsung', 'Televisão Samsung 50 polegadas'],
  ['conta fortnait', 'conta fortnite', 'Conta Fortnite com nível 30'],
  ['luminaira', 'luminária', 'Luminária portátil de mesa'],
])('«%s» is read as «%s»', async (q, corrected, title) => {
  const found = await search({ q });
  expect(found.correctedTo).toBe(corrected);
  expect(titles(found)).toContain(title);
});

test.each([
  ['note', 'Notebook Dell Inspiron 15'],
  ['conta fort', 'Conta Fortnite com nível 30'],
  ['telev', 'Televisão Samsung 50 polegadas'],
  ['blueto', 'Fone de ouvido Bluetooth'],
])('«%s», not finished yet, already finds «%s»', async (q, title) => {
  const found = await search({ q });
  expect(titles(found)).toContain(title);
  expect(found.correctedTo).toBeNull();
});

test('a word in the title counts more than one in the description, and a plan raises the rank', async () => {
  const categoryId = leaf.som;
  const description = 'Cabo trançado para violão, guitarra e baixo, com garantia.';
  await market.publishedListing({ categoryId, title: 'Acessório musical resistente', description });
  const title = 'Violão acústico de estudo';
  const plain = await market.publishedListing({ categoryId, title });
  const lifted = await market.publishedListing({ categoryId, title, plan: 'diamante' });
  market.forgetCaches();
  const found = await search({ q: 'violão' });
  expect(found.items.map((item) => item.id).slice(0, 2)).toEqual([lifted.id, plain.id]);
  expect(titles(found)[2]).toBe('Acessório musical resistente');
});

test.each([
  'de',
  'o que',
  'não',
  '%',
  '%%%',
  "'",
  '"',
  '"""',
  '\\',
  '🎮',
  ' ',
  '!!!',
  '-',
  ':*',
  '&|!',
  '\u0000',
  '\u0007',
])('a query without search words (%j) lists everything', async (q) => {
  const found = await search({ q });
  expect(found.items.length).toBe(24);
  expect(found.correctedTo).toBeNull();
});

test.each([
  "'; drop table listings; --",
  'a'.repeat(120),
  '%_\\',
  'x:*',
  '(((',
  'café\u0000com leite',
  '\ud800',
  'ÁÉÍÓÚ çãõ',
  '日本語',
  'or or or',
  '-notebook',
  '"sem fim',
  '<script>alert(1)</script>',
  '1 2 3 4 5 6 7 8 9 10 11 12',
])('a hostile query (%j) is answered, never a defect', async (q) => {
  expect((await search({ q })).items).toEqual(expect.any(Array));
});

test.each(['geladeira', 'régua', 'REGUA', 'berço', 'vinho', 'lençol de seda', 'drone', 'gta'])(
  '«%s», a word as it should be, is neither corrected nor completed when nothing is on sale',
  async (q) => {
    expect(await search({ q })).toMatchObject({ items: [], total: 0, correctedTo: null });
  },
);

test('words that find nothing offer the category of the thing and searches that find something', async () => {
  const { near } = await search({ q: 'régua' });
  expect(near.category).toEqual({ slug: 'papelaria', name: 'papelaria' });
  expect(near.searches).toContainEqual({ words: 'papel', total: 2, totalIsExact: true });
  const fewer = await search({ q: 'notebook cor-de-rosa' });
  expect(fewer.near.searches[0]).toEqual({ words: 'notebook', total: 2, totalIsExact: true });
  expect((await search({ q: 'notebook' })).near).toEqual({ category: null, searches: [] });
});

test('no result is an empty page, not an error', async () => {
  const nothing = await search({ q: 'xyzwqk' });
  expect(nothing).toMatchObject({ items: [], total: 0, totalIsExact: true, next: null, correctedTo: null });
});

test('a category finds its own listings and those of its descendants; an unknown one finds nothing', async () => {
  expect((await search({ category: 'celulares' })).total).toBe(2);
  const branch = await search({ category: 'eletronicos' });
  expect(branch.items).toHaveLength(branch.total);
  expect(new Set(titles(branch))).toContain('Notebook Dell Inspiron 15');
  expect(branch.facets.categories.map(({ slug }) => slug).toSorted()).toEqual([
    'celulares',
    'computadores',
    'som',
    'televisores',
  ]);
  for (const category of ['nao-existe', "'", '%', '\u0000', '1 or 1=1'])
    expect(await search({ category })).toMatchObject({ items: [], total: 0 });
});

test('the seller, the price and the delivery filter the results', async () => {
  expect((await search({ seller: 'LOJA_DA_ANA', limit: 96 })).total).toBe(corpus.length);
  expect((await search({ seller: 'ninguem' })).total).toBe(0);
  expect((await search({ seller: "x' or" })).total).toBe(0);
  const cheap = await search({ priceMin: 2_990, priceMax: 5_000 });
  expect(cheap.items.every(({ priceCents }) => priceCents >= 2_990 && priceCents <= 5_000)).toBe(true);
  expect(cheap.total).toBe(cheap.items.length);
  expect((await search({ priceMin: 5_000, priceMax: 2_990 })).total).toBe(0);
  const automatic = await search({ delivery: 'automatic' });
  expect(automatic.total).toBe(3);
  expect(automatic.facets.deliveries).toContainEqual({ delivery: 'automatic', count: 3 });
  expect(automatic.facets.deliveries[1]!.count).toBeGreaterThan(15);
  const words = await search({ q: 'cartão', delivery: 'manual' });
  expect(words.total).toBe(0);
  expect(words.facets.deliveries.slice(0, 2)).toEqual([
    { delivery: 'automatic', count: 2 },
    { delivery: 'manual', count: 0 },
  ]);
});

test.each([
  ['a price with letters', 'priceMin=12x', 'priceMin'],
  ['a negative price', 'priceMin=-1', 'priceMin'],
  ['a price beyond all numbers', 'priceMax=1e400', 'priceMax'],
  ['an unknown order', 'sort=password_hash', 'sort'],
  ['an unknown delivery', 'delivery=drone', 'delivery'],
  ['an unknown delivery beside a known one', 'delivery=pickup,drone', 'delivery'],
  ['no delivery', 'delivery=', 'delivery'],
  ['a delivery twice', 'delivery=pickup&delivery=shipping', 'delivery'],
  ['too long a page', 'limit=97', 'limit'],
  ['no page at all', 'limit=0', 'limit'],
  ['an unknown field', 'state=draft', 'state'],
  ['a made-up page', 'after=abc', 'after'],
  [
    'the page of another order',
    `sort=novos&after=${Buffer.from('[0,1,2,3]').toString('base64url')}`,
    'after',
  ],
  ['a field twice', 'q=a&q=b', 'q'],
])('%s is refused at its field', async (_what, query, field) => {
  const answer = await market.request('GET', `/public/listings?${query}`);
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors[field]).toEqual(expect.any(String));
});

test.each(['relevancia', 'novos', 'menor-preco', 'maior-preco', 'mais-vendidos'])(
  'the pages of the order «%s» hold everything once, in order',
  async (sort) => {
    const filters: Record<string, string | number>[] = [
      {},
      { category: 'eletronicos' },
      { category: 'casa' },
      { priceMin: 5_000 },
    ];
    for (const filter of filters) {
      const all = await search({ ...filter, sort, limit: 96 });
      const seen: Found['items'] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page: Found = await search({ ...filter, sort, limit: 3, ...(after && { after }) });
        seen.push(...page.items);
        after = page.next;
      }
      expect(seen).toEqual(all.items);
      expect(seen).toHaveLength(all.total);
      expect(new Set(seen.map((item) => item.id)).size).toBe(seen.length);
    }
  },
);

test('results are sorted by price', async () => {
  const rising = prices(await search({ sort: 'menor-preco', limit: 96 }));
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  const falling = prices(await search({ sort: 'maior-preco', limit: 96 }));
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));
});

test('results of words also come in pages, each listing once', async () => {
  const all = await search({ q: 'para or de or com', limit: 96 });
  const wanted = await search({
    q: 'notebook or televisão or papel or cartão or lençol or luminária',
    limit: 96,
  });
  expect(wanted.total).toBe(12);
  const seen: number[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page: Found = await search({
      q: 'notebook or televisão or papel or cartão or lençol or luminária',
      limit: 5,
      ...(after && { after }),
    });
    seen.push(...page.items.map((item) => item.id));
    after = page.next;
  }
  expect(seen).toEqual(wanted.items.map((item) => item.id));
  expect(all.items.length).toBeGreaterThan(0);
});

test('a listing not on sale is neither found nor counted', async () => {
  const own = await createMarket();
  const categoryId = await own.category({ slug: 'unica', name: 'Única' });
  const onSale = await own.publishedListing({ categoryId, title: 'Bicicleta aro 29 preta' });
  const gone = await own.publishedListing({ categoryId, title: 'Bicicleta aro 26 branca' });
  await own.draft({ categoryId, title: 'Bicicleta infantil aro 16' });
  await own.request('PUT', `/listings/${gone.id}/pause`, {
    token: gone.seller.token,
    body: { paused: true },
  });
  own.forgetCaches();
  for (const query of ['q=bicicleta', 'category=unica', '', 'sort=novos']) {
    const { data } = await own.request('GET', `/public/listings?${query}`);
    expect(data).toMatchObject({ total: 1, items: [{ id: onSale.id }] });
  }
  await own.close();
});

test('the cards contain only the public facts of the listing and its seller', async () => {
  const { items } = await search({ q: 'fortnite' });
  expect(items[0]).toEqual({
    id: expect.any(Number),
    slug: expect.stringMatching(/^conta-fortnite-com-nivel-30-/),
    title: 'Conta Fortnite com nível 30',
    priceCents: 15_000,
    cover: expect.stringMatching(/^[a-f0-9]{32}$/),
    seller: 'loja_da_ana',
    sellerVerified: false,
    sellerScore: null,
    sellerRatings: 0,
    deliveryType: 'automatic',
    promisedHours: 0,
    alsoPickup: false,
    freeShipping: false,
    plan: 'prata',
    stock: 1,
    city: null,
    distanceKm: null,
  });
});

test('the tree shows the number of listings on sale of each category', async () => {
  const { data } = await market.request('GET', '/public/categories');
  const count = (slug: string) =>
    data.items.find((item: { slug: string }) => item.slug === slug).listingsCount;
  expect(count('eletronicos')).toBe(
    count('computadores') + count('celulares') + count('televisores') + count('som'),
  );
});
