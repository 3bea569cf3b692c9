import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { distanceKm } from '#domain/places/places.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { allCities } from '#server/places/cities.ts';

/** Results by the place that listings are sent from (S13). */
let market: Market;
let seller: Person;

const cities = {
  curitiba: 4106902,
  pinhais: 4119152,
  saoJoseDosPinhais: 4125506,
  joinville: 4209102,
  pontaGrossa: 4119905,
  saoPaulo: 3550308,
  belem: 1501402,
} as const;
type Place = keyof typeof cities;

const goods: { title: string; place?: Place; priceCents?: number; codes?: string[] }[] = [
  { title: 'Bicicleta aro 29 preta', place: 'curitiba', priceCents: 90_000 },
  { title: 'Bicicleta infantil rosa', place: 'curitiba', priceCents: 30_000 },
  { title: 'Bicicleta dobrável leve', place: 'pinhais', priceCents: 120_000 },
  { title: 'Bicicleta de carga usada', place: 'saoJoseDosPinhais' },
  { title: 'Bicicleta de estrada azul', place: 'joinville' },
  { title: 'Mesa de centro redonda', place: 'pontaGrossa' },
  { title: 'Bicicleta elétrica nova', place: 'saoPaulo' },
  { title: 'Mesa dobrável de camping', place: 'belem' },
  { title: 'Curso de mesa de som' },
  { title: 'Bicicleta virtual do jogo', codes: ['PLACE-1', 'PLACE-2'] },
];

interface Found {
  items: { id: number; title: string; distanceKm: number | null; city: string | null }[];
  total: number;
  next: string | null;
  city: { id: number; name: string; state: string } | null;
  facets: { states: { state: string; count: number }[]; deliveries: { delivery: string; count: number }[] };
}

beforeAll(async () => {
  market = await createMarket();
  const promotion = { ...defaultRules.listings.promotion, places: 0 };
  await market.setRules({ listings: { ...defaultRules.listings, promotion } });
  seller = await market.user();
  const categoryId = await market.category({ slug: 'esporte', name: 'Esporte' });
  for (const { place, ...options } of goods)
    await market.publishedListing({
      ...options,
      seller,
      categoryId,
      ...(place && { cityId: cities[place] }),
    });
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

type Asked = Record<string, string | number>;

const ask = (query: Asked) =>
  market.request(
    'GET',
    `/public/listings?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );

async function search(query: Asked): Promise<Found> {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const titlesIn = (...places: Place[]) =>
  goods.flatMap(({ title, place }) => (place && places.includes(place) ? [title] : [])).toSorted();
const titlesOf = (found: Found) => found.items.map(({ title }) => title).toSorted();

test.each([
  ['a state', { state: 'PR' }, ['curitiba', 'pinhais', 'saoJoseDosPinhais', 'pontaGrossa']],
  ['a state without listings', { state: 'AC' }, []],
  ['a city', { city: cities.curitiba }, ['curitiba']],
  [
    '25 km around a city',
    { city: cities.curitiba, radius: 25 },
    ['curitiba', 'pinhais', 'saoJoseDosPinhais'],
  ],
  [
    '200 km around a city, over the border of the state',
    { city: cities.curitiba, radius: 200 },
    ['curitiba', 'pinhais', 'saoJoseDosPinhais', 'joinville', 'pontaGrossa'],
  ],
  ['a state within a distance', { city: cities.curitiba, radius: 200, state: 'SC' }, ['joinville']],
] satisfies [string, Asked, Place[]][])(
  '%s limits the results and their number',
  async (_what, query, places) => {
    for (const sort of ['relevancia', 'novos', 'menor-preco', 'maior-preco', 'mais-vendidos'] as const) {
      const found = await search({ ...query, sort });
      expect(titlesOf(found)).toEqual(titlesIn(...places));
      expect(found.total).toBe(found.items.length);
      expect(found.facets.deliveries).toContainEqual({ delivery: 'manual', count: found.total });
    }
  },
);

test('a place also limits searches by words, and other filters limit it', async () => {
  const inState = await search({ q: 'bicicleta', state: 'PR' });
  expect(titlesOf(inState)).toEqual(titlesIn('curitiba', 'pinhais', 'saoJoseDosPinhais'));
  expect(titlesOf(await search({ q: 'bicicletas', city: cities.joinville }))).toEqual(titlesIn('joinville'));
  const cheap = await search({ city: cities.curitiba, radius: 25, priceMax: 40_000, category: 'esporte' });
  expect(cheap.items.map(({ title }) => title)).toContain('Bicicleta infantil rosa');
  expect(cheap.items.map(({ title }) => title)).not.toContain('Bicicleta dobrável leve');
});

test('a city without a limit of distance leaves nothing out and says how far each listing is', async () => {
  const found = await search({ city: cities.curitiba, radius: 'any' });
  expect(found.total).toBe(goods.length);
  expect(found.city).toEqual({ id: cities.curitiba, name: 'Curitiba', state: 'PR' });
  const kmOf = (title: string) => found.items.find((item) => item.title === title)!.distanceKm;
  expect(kmOf('Bicicleta aro 29 preta')).toBe(0);
  expect(kmOf('Bicicleta elétrica nova')).toBeGreaterThan(320);
  expect(kmOf('Bicicleta elétrica nova')).toBeLessThan(360);
  expect(kmOf('Bicicleta virtual do jogo')).toBeNull();
  const anywhere = await search({});
  expect(anywhere.city).toBeNull();
  expect(anywhere.items.every((item) => item.distanceKm === null)).toBe(true);
});

const countsOf = ({ facets }: Found) =>
  Object.fromEntries(facets.states.flatMap(({ state, count }) => (count > 0 ? [[state, count]] : [])));

test('states are counted like other choices: under the other filters, whichever place is chosen', async () => {
  const all = await search({});
  expect(all.facets.states).toHaveLength(27);
  expect(countsOf(all)).toEqual({ PR: 5, SC: 1, SP: 1, PA: 1 });
  const places: Asked[] = [{ state: 'SC' }, { city: cities.belem }, { city: cities.curitiba, radius: 50 }];
  for (const query of places) expect(countsOf(await search(query))).toEqual({ PR: 5, SC: 1, SP: 1, PA: 1 });
  expect(countsOf(await search({ q: 'mesa', state: 'PR' }))).toEqual({ PR: 1, PA: 1 });
  expect(countsOf(await search({ q: 'bicicleta', category: 'esporte' }))).toEqual({ PR: 4, SC: 1, SP: 1 });
  expect(countsOf(await search({ priceMin: 100_000 }))).toEqual({ PR: 1 });
});

test('frequent words give the same results and counts by place', async () => {
  const queries: Asked[] = [
    { q: 'bicicleta' },
    { q: 'bicicleta', state: 'PR' },
    { q: 'bicicleta', city: cities.curitiba, radius: 25 },
  ];
  market.forgetCaches();
  const before = await Promise.all(queries.map(search));
  await expect
    .poll(
      async () => {
        await sql`select keep_frequent_terms(3)`.execute(market.ctx.db);
        const { rows } = await sql`select from search_postings p join search_terms t on t.id = p.term_id
          where t.term = 'bicicleta' and t.state = 'kept' and p.city_id = ${cities.curitiba}`.execute(
          market.ctx.db,
        );
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  market.forgetCaches();
  const after = await Promise.all(queries.map(search));
  for (const [index, found] of after.entries()) {
    expect(titlesOf(found)).toEqual(titlesOf(before[index]!));
    expect(found.total).toBe(before[index]!.total);
    expect(countsOf(found)).toEqual(countsOf(before[index]!));
  }
});

test('a listing that moves to another city is found there at once', async () => {
  const moved = await market.publishedListing({ seller, title: 'Bicicleta que mudou', cityId: cities.belem });
  await search({ q: 'bicicleta', state: 'PA' });
  const saved = await market.request('PATCH', `/listings/${moved.id}`, {
    token: seller.token,
    body: { cityId: cities.saoPaulo },
  });
  expect(saved.status, saved.text).toBe(200);
  market.forgetCaches();
  expect(titlesOf(await search({ q: 'bicicleta', state: 'SP' }))).toContain('Bicicleta que mudou');
  expect(titlesOf(await search({ q: 'bicicleta', state: 'PA' }))).not.toContain('Bicicleta que mudou');
  await market.request('PUT', `/listings/${moved.id}/pause`, { token: seller.token, body: { paused: true } });
  market.forgetCaches();
});

test.each([
  ['an unknown city', { city: 9_999_999 }, 'city', 'Esta cidade não existe. Escolha uma da lista.'],
  ['a city that is no number', { city: 'curitiba' }, 'city', 'Esta cidade não existe. Escolha uma da lista.'],
  ['an unknown state', { state: 'XX' }, 'state', 'Este estado não existe. Use a sigla, como PR.'],
  ['a distance that is not offered', { city: 4106902, radius: 30 }, 'radius', 'Use 25, 50, 100, 200 ou any.'],
  ['a distance from nowhere', { radius: 50 }, 'city', 'Escolha de que cidade a distância é contada.'],
  [
    'nearness to nowhere',
    { sort: 'mais-perto' },
    'city',
    'Escolha uma cidade para ver o que está mais perto.',
  ],
  [
    'nearness to a state',
    { sort: 'mais-perto', state: 'PR' },
    'city',
    'Escolha uma cidade para ver o que está mais perto.',
  ],
  [
    'a page of another order',
    { city: 4106902, sort: 'mais-perto', after: 'WzAsMV0' },
    'after',
    'Esta página não existe mais. Volte ao começo da lista.',
  ],
] satisfies [string, Asked, string, string][])('%s is refused', async (_what, query, field, text) => {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.errors).toEqual({ [field]: text });
});

async function nearestFrom(city: number, query: Asked, limit: number): Promise<Found['items']> {
  const items: Found['items'] = [];
  let after: string | null = null;
  do {
    const found: Found = await search({ ...query, city, sort: 'mais-perto', limit, ...(after && { after }) });
    expect(found.items.length).toBeLessThanOrEqual(limit);
    items.push(...found.items);
    after = found.next;
  } while (after !== null);
  return items;
}

test('the nearest come first, and listings without a city last', async () => {
  const found = await search({ city: cities.curitiba, radius: 'any', sort: 'mais-perto' });
  expect(found.items.map(({ city }) => city)).toEqual([
    'Curitiba, PR',
    'Curitiba, PR',
    'Pinhais, PR',
    'São José dos Pinhais, PR',
    'Ponta Grossa, PR',
    'Joinville, SC',
    'São Paulo, SP',
    'Belém, PA',
    null,
    null,
  ]);
  const distances = found.items.flatMap((item) => item.distanceKm ?? []);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
});

test('the pages by distance are together one sorted list, each listing once', async () => {
  const { byId, all } = await allCities(market.ctx);
  const { rows } = await sql<{ id: number }>`
    insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents, stock,
      delivery_type, promised_hours, plan, attributes, ownership_declared, image_ids, published_at, expires_at, city_id)
    select seller_id, category_id, category_path, 'published', 'cadeira-' || n, 'Cadeira número ' || n, description,
      1000 + n, 5, 'manual', 24, plan, attributes, true, image_ids, published_at - n / 3 * interval '1 second', expires_at,
      case when n % 7 > 0 then (array(select id from cities order by id))[1 + (n / 2 * 97) % 5571] end
    from listings, generate_series(1, 60) n where slug = (select slug from listings
      where title = 'Mesa de centro redonda') returning id`.execute(market.ctx.db);
  expect(rows).toHaveLength(60);
  await market.drain();
  market.forgetCaches();
  const known = await sql<{ id: number; city: number | null; at: string }>`
    select id, city_id as city, published_at::text as at from listings where state = 'published'`.execute(
    market.ctx.db,
  );
  const origins = fc.integer({ min: 0, max: all.length - 1 }).map((index) => all[index]!);
  const queries = fc.constantFrom<Asked[]>(
    { radius: 'any' },
    { radius: 'any', category: 'esporte' },
    { radius: 'any', q: 'cadeira' },
    { radius: 200 },
    { radius: 'any', state: 'SP' },
  );
  await fc.assert(
    fc.asyncProperty(origins, queries, fc.integer({ min: 3, max: 40 }), async (origin, query, limit) => {
      const items = await nearestFrom(origin.id, query, limit);
      const unsorted = await search({ ...query, city: origin.id, limit: 96 });
      expect(items.map(({ id }) => id).toSorted()).toEqual(unsorted.items.map(({ id }) => id).toSorted());
      const keys = items.map(({ id }) => {
        const { city, at } = known.rows.find((row) => row.id === id)!;
        return {
          km: city === null ? Infinity : distanceKm(origin, byId.get(city)!),
          city: city ?? 0,
          at,
          id,
        };
      });
      const sorted = keys.toSorted(
        (a, b) =>
          (a.km === b.km ? 0 : a.km - b.km) ||
          a.city - b.city ||
          (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id),
      );
      expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    }),
    { numRuns: 25 },
  );
});
