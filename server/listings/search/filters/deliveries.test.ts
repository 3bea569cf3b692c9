import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { searchedDeliveries } from '#contract/listings/listings.ts';
import type { SearchedDelivery } from '#contract/listings/listings.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import type { ListingOptions } from '#test/listings/listings-on-sale.ts';
import { choicesIn } from './deliveries.ts';

/** Results by the way of delivery (S13). */
let market: Market;
let seller: Person;
let support: Person;
let shelf: number;

const belem = 1501402;

const goods: (ListingOptions & { title: string })[] = [
  { title: 'Caneca virtual do jogo', codes: ['CUP-1', 'CUP-2'], priceCents: 1_000 },
  { title: 'Caneca desenhada por encomenda', priceCents: 2_000 },
  { title: 'Caneca de viagem azul', delivery: 'shipping', priceCents: 3_000 },
  { title: 'Caneca esmaltada verde', delivery: 'shipping', freeShipping: true, priceCents: 4_000 },
  { title: 'Caneca grande de barro', delivery: 'shipping', alsoPickup: true, priceCents: 5_000 },
  {
    title: 'Caneca de vidro duplo',
    delivery: 'shipping',
    freeShipping: true,
    alsoPickup: true,
    priceCents: 6_000,
  },
  { title: 'Caneca lascada barata', delivery: 'pickup', priceCents: 1_500 },
  { title: 'Prato fundo de louça', delivery: 'pickup', cityId: belem, priceCents: 8_000 },
  { title: 'Prato de bolo com pé', delivery: 'shipping', priceCents: 9_000 },
];

/** The choices of one of the goods, as people understand them. */
function choicesOf({ delivery, freeShipping, alsoPickup, codes }: ListingOptions): SearchedDelivery[] {
  const type = delivery ?? (codes ? 'automatic' : 'manual');
  return [
    type,
    ...(freeShipping ? (['free_shipping'] as const) : []),
    ...(alsoPickup ? (['pickup'] as const) : []),
  ];
}

const titlesWith = (...choices: SearchedDelivery[]) =>
  goods
    .filter((each) => choicesOf(each).some((choice) => choices.includes(choice)))
    .map(({ title }) => title)
    .toSorted();

interface Found {
  items: { id: number; title: string }[];
  total: number;
  facets: {
    deliveries: { delivery: SearchedDelivery; count: number }[];
    categories: { slug: string; count: number }[];
    states: { state: string; count: number }[];
  };
}

beforeAll(async () => {
  market = await createMarket();
  const promotion = { ...defaultRules.listings.promotion, places: 0 };
  await market.setRules({ listings: { ...defaultRules.listings, promotion } });
  seller = await market.user();
  support = await market.user({ role: 'support' });
  const home = await market.category({ slug: 'casa', name: 'Casa' });
  shelf = await market.category({ slug: 'cozinha', name: 'Cozinha', parentId: home });
  for (const options of goods) await market.publishedListing({ ...options, seller, categoryId: shelf });
  await market.drain();
  market.forgetCaches();
});
afterAll(() => market.close());

type Asked = Record<string, string | number>;

async function search(query: Asked): Promise<Found> {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await market.request('GET', `/public/listings?${new URLSearchParams(pairs)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const titlesOf = (found: Found) => found.items.map(({ title }) => title).toSorted();
const countsOf = ({ facets }: Found) =>
  Object.fromEntries(facets.deliveries.map(({ delivery, count }) => [delivery, count]));

test.each([
  ['automatic', ['automatic']],
  ['manual', ['manual']],
  ['shipping', ['shipping']],
  ['free_shipping', ['free_shipping']],
  ['pickup', ['pickup']],
  ['free_shipping,pickup', ['free_shipping', 'pickup']],
  ['pickup,automatic', ['automatic', 'pickup']],
  ['automatic,manual,shipping,pickup', ['automatic', 'manual', 'shipping', 'pickup']],
  // Free freight narrows shipping.
  ['shipping,free_shipping', ['free_shipping']],
  ['shipping,free_shipping,pickup', ['free_shipping', 'pickup']],
] satisfies [string, SearchedDelivery[]][])(
  'delivery=%s limits the results and their number in every order',
  async (delivery, choices) => {
    for (const sort of ['relevancia', 'novos', 'menor-preco', 'maior-preco', 'mais-vendidos'] as const) {
      const found = await search({ delivery, sort });
      expect(titlesOf(found)).toEqual(titlesWith(...choices));
      expect(found.total).toBe(found.items.length);
      const nearest = await search({ delivery, city: belem, radius: 'any', sort: 'mais-perto' });
      expect(titlesOf(nearest)).toEqual(titlesWith(...choices));
    }
  },
);

const bases: Asked[] = [
  {},
  { category: 'casa' },
  { category: 'cozinha' },
  { q: 'caneca' },
  { q: 'caneca', category: 'cozinha' },
  { state: 'PR' },
  { city: belem, radius: 200 },
  { priceMin: 2_000, priceMax: 5_000 },
  { seller: 'SELLER' },
  { q: 'prato', state: 'PA', priceMin: 8_000, category: 'casa' },
];

async function expectHonestCounts(): Promise<void> {
  for (const base of bases) {
    const query = base.seller ? { ...base, seller: seller.username } : base;
    const counted = countsOf(await search(query));
    for (const delivery of searchedDeliveries) {
      const found = await search({ ...query, delivery });
      expect(found.items, JSON.stringify({ ...query, delivery })).toHaveLength(counted[delivery]!);
      expect(found.total).toBe(counted[delivery]);
      // Whichever are chosen, each is counted alone.
      expect(countsOf(found)).toEqual(counted);
    }
  }
}

test('the count of each choice is what it then shows, beside words, categories, places, prices and sellers', async () => {
  expect(countsOf(await search({}))).toEqual({
    automatic: 1,
    manual: 1,
    shipping: 5,
    free_shipping: 2,
    pickup: 4,
  });
  await expectHonestCounts();
});

test('a delivery limits the counts of the other groups', async () => {
  const found = await search({ delivery: 'pickup' });
  expect(found.facets.categories).toEqual([{ slug: 'casa', name: 'Casa', count: 4 }]);
  expect(found.facets.states.filter(({ count }) => count > 0)).toEqual([
    { state: 'PA', count: 1 },
    { state: 'PR', count: 3 },
  ]);
});

test('frequent words give the same results and counts', async () => {
  await expect
    .poll(
      async () => {
        await sql`select keep_frequent_terms(3)`.execute(market.ctx.db);
        const { rows } = await sql`select from search_postings p join search_terms t on t.id = p.term_id
          where t.term = 'caneca' and t.state = 'kept'`.execute(market.ctx.db);
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(7);
  market.forgetCaches();
  await expectHonestCounts();
  expect(titlesOf(await search({ q: 'caneca', delivery: 'free_shipping' }))).toEqual(
    titlesWith('free_shipping'),
  );
});

const patch = (id: number, body: object) =>
  market.request('PATCH', `/listings/${id}`, { token: seller.token, body });

test('a listing that changes from shipping to pickup, or gets free freight, is found there at once', async () => {
  const moved = await market.publishedListing({
    seller,
    categoryId: shelf,
    title: 'Caneca que muda',
    delivery: 'shipping',
  });
  const at = async () => {
    market.forgetCaches();
    const found: string[] = [];
    for (const delivery of searchedDeliveries)
      for (const query of [{ delivery }, { delivery, q: 'caneca' }] as Asked[])
        if (titlesOf(await search(query)).includes('Caneca que muda')) found.push(delivery);
    return found;
  };
  expect(await at()).toEqual(['shipping', 'shipping']);
  expect((await patch(moved.id, { freeShipping: true, alsoPickup: true })).status).toBe(200);
  expect(new Set(await at())).toEqual(new Set(['shipping', 'free_shipping', 'pickup']));
  const sent = await market.request('POST', `/listings/${moved.id}/revisions`, {
    token: seller.token,
    key: true,
    body: { deliveryType: 'pickup' },
  });
  expect(sent.status, sent.text).toBe(201);
  const decision = { revisionId: sent.data.revision.id, decision: 'approve', reasons: [], note: '' };
  const decided = await market.request('POST', `/staff/reviews/${moved.id}/decision`, {
    token: support.token,
    key: true,
    body: decision,
  });
  expect(decided.status, decided.text).toBe(200);
  expect(await at()).toEqual(['pickup', 'pickup']);
  await expectHonestCounts();
  await market.request('PUT', `/listings/${moved.id}/pause`, { token: seller.token, body: { paused: true } });
  expect(await at()).toEqual([]);
  await market.drain();
  market.forgetCaches();
  await expectHonestCounts();
});

test('PostgreSQL adds up the choices as the server does', async () => {
  const { rows } = await sql<{ title: string; deliveries: number }>`
    select title, delivery_choices(delivery_type, also_pickup, free_shipping) as deliveries
    from listings where state = 'published'`.execute(market.ctx.db);
  const sums = new Map(rows.map(({ title, deliveries }) => [title, deliveries]));
  for (const each of goods)
    expect(choicesIn(sums.get(each.title)!).toSorted()).toEqual(choicesOf(each).toSorted());
});

/** The filter in the words of the rule, read from every listing. */
async function readNaively(chosen: readonly SearchedDelivery[], priceMax: number): Promise<number[]> {
  const has = (choice: SearchedDelivery) => chosen.includes(choice);
  const { rows } = await sql<{ id: number }>`select id from listings
    where state = 'published' and price_cents <= ${priceMax} and case delivery_type
      when 'automatic' then ${has('automatic')} when 'manual' then ${has('manual')}
      when 'pickup' then ${has('pickup')}
      else (also_pickup and ${has('pickup')}) or (free_shipping and ${has('free_shipping')})
        or (${has('shipping')} and not ${has('free_shipping')}) end`.execute(market.ctx.db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

test('any choices find what a reading of all listings finds', async () => {
  await sql`insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents,
      stock, delivery_type, promised_hours, plan, attributes, ownership_declared, image_ids, published_at, expires_at,
      city_id, also_pickup, free_shipping, weight_grams, length_cm, width_cm, height_cm, handling_days, origin_address_id)
    select seller_id, category_id, category_path, 'published', 'jarro-' || n, 'Jarro número ' || n, description,
      1000 + n * 100, 5, case n % 4 when 0 then 'pickup' when 1 then 'manual' else 'shipping' end,
      case n % 4 when 1 then 24 else 0 end, plan, attributes, true, image_ids, published_at, expires_at,
      city_id, n % 4 = 2 and n % 3 > 0, n % 4 = 3 and n % 5 > 0, weight_grams, length_cm, width_cm, height_cm,
      handling_days, origin_address_id
    from listings, generate_series(1, 60) n where title = 'Caneca de viagem azul'`.execute(market.ctx.db);
  await market.drain();
  market.forgetCaches();
  const queries = fc.record({
    chosen: fc.subarray([...searchedDeliveries], { minLength: 1 }),
    priceMax: fc.constantFrom(2_500, 5_000, 10_000_000),
    base: fc.constantFrom<Asked>({}, { category: 'cozinha' }, { sort: 'menor-preco' }),
  });
  await fc.assert(
    fc.asyncProperty(queries, async ({ chosen, priceMax, base }) => {
      const limits: Asked = priceMax === 10_000_000 ? {} : { priceMax };
      const found = await search({ ...base, ...limits, delivery: chosen.join(','), limit: 96 });
      const ids = found.items.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(ids).toEqual(await readNaively(chosen, priceMax));
      expect(found.total).toBe(ids.length);
      for (const [choice, count] of Object.entries(countsOf(found)))
        expect(count).toBe((await readNaively([choice as SearchedDelivery], priceMax)).length);
    }),
    { numRuns: 40 },
  );
});
