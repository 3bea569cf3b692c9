import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultReputationRules } from '#domain/accounts/reputation.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { maintainFrequentTerms } from './jobs.ts';

interface Found {
  items: { id: number; sellerVerified: boolean; sellerScore: number | null; sellerRatings: number }[];
  total: number;
  facets: {
    verified: number;
    stars: { least: number; count: number }[];
    deliveries: { delivery: string; count: number }[];
  };
}

let market: Market;
let categoryId: number;
beforeAll(async () => {
  market = await createMarket();
  categoryId = await market.category({ slug: 'violas', name: 'Violas' });
});
afterAll(() => market.close());

const offer = (seller: Person, title: string, priceCents = 10_000) =>
  market.publishedListing({ seller, title, priceCents, categoryId });

async function find(query: string): Promise<Found> {
  market.forgetCaches();
  return (await market.request('GET', `/public/listings?${query}`)).data;
}

const idsOf = ({ items }: Found) => items.map(({ id }) => id).toSorted((a, b) => a - b);

/** Inserts ratings of one to five stars and runs the job that copies them to the cards. */
async function rate(seller: Person, [ones, twos, threes, fours, fives]: readonly number[]): Promise<void> {
  await sql`insert into rating_scores (subject, subject_id, ones, twos, threes, fours, fives)
    values ('seller', ${seller.id}, ${ones}, ${twos}, ${threes}, ${fours}, ${fives})
    on conflict (subject, subject_id) do update set ones = excluded.ones, twos = excluded.twos,
      threes = excluded.threes, fours = excluded.fours, fives = excluded.fives`.execute(market.ctx.db);
  await settle();
}

async function settle(): Promise<void> {
  await market.moveClock(6_000);
  await market.drain();
}

test('a card shows the facts of its seller, and results are filtered and counted by them', async () => {
  const [known, praised, fair, unknown] = [
    await market.user({ level: 'N3' }),
    await market.user({ level: 'N1' }),
    await market.user({ level: 'N3' }),
    await market.user({ level: 'N1' }),
  ];
  await sql`update users set proven_document = cpf, document_proven_at = market_now(), document_proven_by = 'pix'
    where id in (${known.id}, ${fair.id})`.execute(market.ctx.db);
  await rate(praised, [0, 0, 0, 0, 3]);
  const listings = [
    await offer(known, 'Viola caipira de dez cordas', 15_000),
    await offer(praised, 'Viola de cocho pantaneira', 16_000),
    await offer(fair, 'Viola clássica para estudo', 17_000),
    await offer(unknown, 'Viola infantil para começar', 18_000),
  ];
  const [a, b, c, d] = listings.map(({ id }) => id) as [number, number, number, number];
  // One seller changes before, one after the listing is published.
  await rate(fair, [0, 0, 0, 20, 0]);
  const all = await find('category=violas');
  expect(all).toMatchObject({
    total: 4,
    facets: {
      verified: 2,
      stars: [
        { least: 45, count: 1 },
        { least: 40, count: 2 },
      ],
    },
  });
  const card = (id: number) => all.items.find((item) => item.id === id);
  expect(card(a)).toMatchObject({ sellerVerified: true, sellerScore: null, sellerRatings: 0 });
  expect(card(b)).toMatchObject({ sellerVerified: false, sellerScore: 462, sellerRatings: 3 });
  expect(card(c)).toMatchObject({ sellerVerified: true, sellerScore: 417, sellerRatings: 20 });
  // The same score as on the page of the listing.
  const { data } = await market.request('GET', `/public/listings/${listings[2]!.slug}/ratings`);
  expect(data.seller).toMatchObject({ hundredths: 417, count: 20 });

  const narrowed: [query: string, ids: number[]][] = [
    ['category=violas&verified=true', [a, c]],
    ['category=violas&stars=45', [b]],
    ['category=violas&stars=40', [b, c]],
    ['category=violas&stars=40&verified=true', [c]],
    ['verified=true&stars=45', []],
    ['q=viola&verified=true', [a, c]],
    ['q=viola&stars=40&priceMax=16500', [b]],
    ['q=viola&sort=menor-preco&verified=true', [a, c]],
    ['category=violas&verified=true&delivery=automatic', []],
  ];
  const check = async () => {
    for (const [query, ids] of narrowed) {
      const found = await find(query);
      expect(idsOf(found), query).toEqual(ids);
      expect(found.total, query).toBe(ids.length);
    }
    // Each group counts without its own choice and with the others'.
    expect((await find('q=viola&verified=true')).facets).toMatchObject({
      verified: 2,
      deliveries: expect.arrayContaining([{ delivery: 'manual', count: 2 }]),
      stars: [
        { least: 45, count: 0 },
        { least: 40, count: 1 },
      ],
    });
    expect((await find('category=violas&stars=45')).facets).toMatchObject({
      verified: 0,
      stars: [{ count: 1 }, { count: 2 }],
    });
    expect((await find('q=viola')).facets).toMatchObject({
      verified: 2,
      stars: [{ count: 1 }, { count: 2 }],
    });
  };
  await check();
  // The same from the postings of a frequent word.
  // The next step of a word waits until every older transaction of the database has ended.
  const postings = async () => {
    await maintainFrequentTerms(market.ctx, 2);
    return (await sql`select from search_postings where listing_id = ${d}`.execute(market.ctx.db)).rows
      .length;
  };
  await expect.poll(postings, { timeout: 20_000 }).toBeGreaterThan(0);
  await check();

  // Later changes are applied too, also in the postings.
  await rate(praised, [3, 0, 0, 0, 3]);
  await sql`update users set identity_verified_at = market_now(), full_name = 'Ana Souza', cpf = '52998224725',
    birth_date = '1990-01-31', proven_document = '52998224725', document_proven_at = market_now(),
    document_proven_by = 'pix' where id = ${unknown.id}`.execute(market.ctx.db);
  await settle();
  expect(idsOf(await find('q=viola&stars=40'))).toEqual([c]);
  expect(idsOf(await find('q=viola&verified=true'))).toEqual([a, c, d]);
  expect(idsOf(await find('category=violas&verified=true'))).toEqual([a, c, d]);
});

test('a resumed listing has the current facts, and a removed score leaves the card', async () => {
  const seller = await market.user({ level: 'N1' });
  const { id } = await offer(seller, 'Rabeca feita à mão');
  const pause = (paused: boolean) =>
    market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused } });
  await pause(true);
  await rate(seller, [0, 0, 0, 0, 5]);
  await pause(false);
  expect(await find('q=rabeca&stars=45')).toMatchObject({ items: [{ id, sellerScore: 467 }] });
  await rate(seller, [0, 0, 0, 0, 0]);
  expect(await find('q=rabeca')).toMatchObject({ items: [{ id, sellerScore: null, sellerRatings: 0 }] });
  expect((await find('q=rabeca&stars=40')).total).toBe(0);
});

test('new rules of the score apply from their start', async () => {
  const seller = await market.user({ level: 'N1' });
  await offer(seller, 'Craviola de doze cordas');
  await rate(seller, [0, 0, 0, 0, 10]);
  expect((await find('q=craviola&stars=45')).total).toBe(1);
  await market.setRules({ reputation: { ...defaultReputationRules, priorHundredths: 300, priorWeight: 20 } });
  await settle();
  expect(await find('q=craviola')).toMatchObject({ items: [{ sellerScore: 367 }] });
  expect((await find('q=craviola&stars=40')).total).toBe(0);
  await market.setRules({ reputation: defaultReputationRules });
  await settle();
  expect(await find('q=craviola&stars=45')).toMatchObject({ items: [{ sellerScore: 475 }] });
});

test('a score is filtered as displayed: 4,45 counts as 4,5', async () => {
  const seller = await market.user({ level: 'N1' });
  const { id } = await offer(seller, 'Bandolim de oito cordas');
  // (45 + 44) stars over 20.
  await rate(seller, [0, 0, 0, 6, 4]);
  expect(await find('q=bandolim&stars=45')).toMatchObject({ items: [{ id, sellerScore: 445 }] });
});

test('every listing of a seller with many listings is updated', async () => {
  const seller = await market.user({ level: 'N1' });
  const { id } = await offer(seller, 'Cavaquinho de luthier');
  await sql`insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents,
      stock, delivery_type, promised_hours, ownership_declared, image_ids, published_at, expires_at)
    select seller_id, category_id, category_path, state, slug || '-' || n, title, description, price_cents, stock,
      delivery_type, promised_hours, ownership_declared, image_ids, published_at, expires_at
    from listings, generate_series(1, 120) n where id = ${id}`.execute(market.ctx.db);
  await rate(seller, [0, 0, 0, 0, 2]);
  expect((await find('q=cavaquinho&stars=45')).total).toBe(121);
});

test.each([
  ['verified=sim', 'verified'],
  ['stars=43', 'stars'],
  ['stars=5', 'stars'],
])('%s is refused at its field', async (query, field) => {
  const refused = await market.request('GET', `/public/listings?${query}`);
  expect(refused.body).toMatchObject({ status: 400, errors: { [field]: expect.any(String) } });
});
