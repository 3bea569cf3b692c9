import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

/** Promoted listings among results (§4.5): three per page, in rotation, and no listing is lost or shown twice. */
interface Card {
  id: number;
  plan: string;
}

const turnMs = 10 * 60_000;
const leaves: number[] = [];
let market: Market;
let seller: Person;
/** All listings of the first category, oldest first: 7 of the best plan, 3 of the next and 30 without a paid plan. */
const onSale: { id: number; plan: 'diamante' | 'ouro' | 'prata' }[] = [];

beforeAll(async () => {
  market = await createMarket();
  seller = await market.user({ username: 'rodizio' });
  const parentId = await market.category({ slug: 'som-e-imagem', name: 'Som e imagem' });
  for (const slug of ['caixas', 'fones']) leaves.push(await market.category({ slug, name: slug, parentId }));
  const paid = [...Array<'diamante'>(7).fill('diamante'), ...Array<'ouro'>(3).fill('ouro')] as const;
  for (const plan of [...paid, ...Array<'prata'>(30).fill('prata')]) await sell(plan);
}, 120_000);
beforeEach(() => market.forgetCaches());
afterAll(() => market.close());

async function sell(plan: 'diamante' | 'ouro' | 'prata'): Promise<void> {
  const number = onSale.length;
  const { id } = await market.publishedListing({
    seller,
    plan,
    title: `Caixa acústica de madeira ${number}`,
    categoryId: leaves[0],
    priceCents: 10_000 + number,
  });
  await sql`update listings set published_at = '2026-01-01'::timestamptz + ${number} * interval '1 hour' where id = ${id}`.execute(
    market.ctx.db,
  );
  onSale.push({ id, plan });
}

async function page(query: Record<string, string>): Promise<{ items: Card[]; next: string | null }> {
  const answer = await market.request('GET', `/public/listings?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

async function wholeList(query: Record<string, string>): Promise<Card[]> {
  const items: Card[] = [];
  let after: string | null = null;
  do {
    const found: Awaited<ReturnType<typeof page>> = await page({ ...query, ...(after && { after }) });
    items.push(...found.items);
    after = found.next;
  } while (after);
  return items;
}

const ids = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);
const of = (plan: string) => onSale.filter((each) => each.plan === plan);
const newestFirst = (cards: readonly { id: number }[]) => ids(cards).toReversed();
const category = { category: 'caixas' };

test('a category shows three promoted listings, then paid plans by age, then all others', async () => {
  const { items } = await page(category);
  const top = ids(items.slice(0, 3));
  expect(ids(of('diamante'))).toEqual(expect.arrayContaining(top));
  const lifted = newestFirst(onSale.filter(({ plan }) => plan !== 'prata')).filter((id) => !top.includes(id));
  expect(ids(items.slice(3))).toEqual([...lifted, ...newestFirst(of('prata'))].slice(0, 21));
});

test('in the whole market plans matter only for promotion', async () => {
  const { items } = await page({});
  const top = ids(items.slice(0, 3));
  expect(items.slice(0, 3).map(({ plan }) => plan)).toEqual(['diamante', 'diamante', 'diamante']);
  expect(ids(items.slice(3))).toEqual(newestFirst(onSale).slice(0, 21));
  expect(new Set(top).size).toBe(3);
});

test('over seven rotations each of the seven is promoted three times', async () => {
  const had = new Map<number, number>();
  for (let rotation = 0; rotation < 7; rotation++) {
    market.forgetCaches();
    const { items } = await page(category);
    for (const id of ids(items.slice(0, 3))) had.set(id, (had.get(id) ?? 0) + 1);
    await market.moveClock(turnMs);
  }
  expect([...had.keys()].toSorted()).toEqual(ids(of('diamante')).toSorted());
  expect(new Set(had.values())).toEqual(new Set([3]));
});

test.each([
  ['a category', category],
  ['a branch of several shelves', { category: 'som-e-imagem' }],
  ['the whole market', {}],
  ['words', { q: 'caixa acústica' }],
  ['words in a category', { q: 'madeira', ...category }],
  ['a price', { ...category, priceMin: '10002', priceMax: '10038' }],
])('reading on through %s shows each listing once, and no page repeats the places', async (_, query) => {
  const all = ids(await wholeList({ ...query, limit: '16' }));
  const wanted = 'priceMin' in query ? onSale.slice(2, 39) : onSale;
  expect(all.toSorted((a, b) => a - b)).toEqual(ids(wanted));
});

test('a rotation between two pages of a reader changes nothing for the reader', async () => {
  const first = await page({ ...category, limit: '16' });
  await market.moveClock(turnMs);
  market.forgetCaches();
  const second = await page({ ...category, limit: '24', after: first.next! });
  expect(new Set(ids([...first.items, ...second.items])).size).toBe(40);
});

test('a search by words promotes listings among its hits', async () => {
  const { items } = await page({ q: 'caixa madeira' });
  expect(items.slice(0, 3).map(({ plan }) => plan)).toEqual(['diamante', 'diamante', 'diamante']);
  const one = await page({ q: `"madeira ${onSale.findIndex(({ plan }) => plan === 'ouro')}"` });
  expect(one.items.map(({ plan }) => plan)).not.toContain('diamante');
});

test('a listing that is filtered out is not promoted', async () => {
  const { items } = await page({ ...category, priceMax: '10001' });
  expect(ids(items).toSorted((a, b) => a - b)).toEqual(ids(onSale.slice(0, 2)));
});

test.each([
  ['another order', { ...category, sort: 'menor-preco' }, (): number[] => ids(onSale)],
  ['the newest', { ...category, sort: 'novos' }, (): number[] => newestFirst(onSale)],
  ['a shop', { seller: 'rodizio' }, (): number[] => newestFirst(onSale)],
])('%s has no paid places', async (_, query, order) => {
  expect(ids((await page(query)).items)).toEqual(order().slice(0, 24));
});

test('a short page promotes fewer listings, and a rule can disable promotion', async () => {
  const paidOnTop = async (limit: string) =>
    (await page({ ...query, limit })).items.filter(({ plan }) => plan === 'diamante').length;
  const query = {};
  expect([await paidOnTop('7'), await paidOnTop('8'), await paidOnTop('16')]).toEqual([0, 1, 2]);
  const listings = { ...defaultRules.listings, promotion: { places: 0, turnMs } };
  await market.setRules({ listings });
  market.forgetCaches();
  expect(ids((await page({})).items)).toEqual(newestFirst(onSale).slice(0, 24));
  await market.setRules({ listings: defaultRules.listings });
});

test('the home page shows only the best plan, each listing at most once, in rotation', async () => {
  const atHome = async () => (await market.request('GET', '/public/promoted-listings')).data.items as Card[];
  const first = ids(await atHome());
  expect(first.toSorted()).toEqual(ids(of('diamante')).toSorted());
  const rest = Array.from({ length: 5 }, () => sell('diamante'));
  await Promise.all(rest);
  market.forgetCaches();
  const ten = ids(await atHome());
  expect(new Set(ten).size).toBe(10);
  await market.moveClock(turnMs);
  market.forgetCaches();
  expect(new Set([...ten, ...ids(await atHome())])).toEqual(new Set(ids(of('diamante'))));
});

test('a listing no longer on sale is not promoted after a second, and the page stays full', async () => {
  const before = await page(category);
  const gone = before.items[0]!;
  const paused = await market.request('PUT', `/listings/${gone.id}/pause`, {
    token: seller.token,
    body: { paused: true },
  });
  expect(paused.status, paused.text).toBeLessThan(300);
  await setTimeout(1_000);
  const { items } = await page(category);
  expect(ids(items)).not.toContain(gone.id);
  expect(items.length).toBe(24);
});

test('words found only in a description do not promote a listing', async () => {
  const offer = {
    seller,
    categoryId: leaves[1],
    description: 'Serve para tocar um clarinete em casa, com pilhas.',
  };
  const paid = await market.publishedListing({ ...offer, title: 'Pedestal regulável', plan: 'diamante' });
  const meant = await market.publishedListing({ ...offer, title: 'Clarinete em si bemol' });
  const { items } = await page({ q: 'clarinete', limit: '24' });
  expect(ids(items)).toEqual([meant.id, paid.id]);
});

test('frequent words, which are answered from postings, promote listings among the best hundred', async () => {
  await sql`insert into listings (seller_id, category_id, category_path, state, slug, title, description, price_cents,
      stock, delivery_type, promised_hours, plan, ownership_declared, image_ids, published_at)
    select seller_id, category_id, category_path, 'published', 'caixa-' || n, 'Caixa de postagem ' || n, description, 1000, 1,
      delivery_type, promised_hours, case when n <= 3 then 'ouro' else 'prata' end, true, image_ids, market_now()
    from listings, generate_series(1, 120) n where id = ${onSale[0]!.id}`.execute(market.ctx.db);
  await market.drain();
  const owner = new Client(market.database.ownerUrl);
  await owner.connect();
  await owner.query('select rebuild_search(100)');
  await owner.end();
  market.forgetCaches();
  const all = await wholeList({ q: 'caixa' });
  expect(all.length).toBe(new Set(ids(all)).size);
  expect(all.length).toBeGreaterThan(150);
  expect(all.slice(0, 3).map(({ plan }) => plan)).toEqual(['diamante', 'diamante', 'diamante']);
  // A paid plan raises the score by a quarter.
  expect(all.slice(3).findLastIndex(({ plan }) => plan !== 'prata')).toBe(
    all.slice(3).findIndex(({ plan }) => plan === 'prata') - 1,
  );
});
