import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, saoPauloDay, startOfDay } from '#domain/business-days.ts';
import { marketNow } from '#server/database/transaction.ts';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, minute, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterEach(() => sales.checkBooks());
afterAll(() => sales.close());

const get = async (path: string, who?: Person) => {
  sales.forgetCaches();
  return sales.request('GET', path, who && { token: who.token });
};
const idsIn = async (query: string): Promise<number[]> =>
  (await get(`/public/listings?${query}`)).data.items.map(({ id }: { id: number }) => id);

/** Where the public finds a listing; all of them or none of them. */
async function whereShown(listing: { id: number; slug: string; seller: Person }, title: string) {
  const { data: promoted } = await get('/public/promoted-listings');
  const { data: cards } = await get(`/public/listing-cards?ids=${listing.id}`);
  const { data: profile } = await get(`/public/profiles/${listing.seller.username}`);
  return {
    byWord: (await idsIn(`q=${encodeURIComponent(title)}`)).includes(listing.id),
    newest: (await idsIn('sort=novos')).includes(listing.id),
    byRelevance: (await idsIn('category=prateleira')).includes(listing.id),
    ofSeller: (await idsIn(`seller=${listing.seller.username}`)).includes(listing.id),
    cards: cards.items.length === 1,
    profile: profile.listingsCount === 1,
    promoted: JSON.stringify(promoted).includes(listing.slug),
    siteMap: (await sales.request('GET', '//sitemaps/anuncios-1.xml')).text.includes(listing.slug),
  };
}

const everywhere = {
  byWord: true,
  newest: true,
  byRelevance: true,
  ofSeller: true,
  cards: true,
  profile: true,
  promoted: true,
  siteMap: true,
};
const nowhere = Object.fromEntries(Object.keys(everywhere).map((key) => [key, false]));

const deadlines = async (id: number) =>
  (
    await sql<object>`select state, due_at, due_event, promised_at from orders where id = ${id}`.execute(
      sales.db,
    )
  ).rows[0];

test('a vacation hides and stops the listings from its first to its last day, and leaves open orders alone (F67, L06)', async () => {
  const title = 'Bandolim antigo de jacarandá';
  const listing = await sales.publishedListing({ title, stock: 9, plan: 'diamante', promisedHours: 72 });
  const { seller } = listing;
  const open = await sales.place(await sales.user(), listing);
  await sales.bank.payCharge(open.reference);
  const unpaid = await sales.place(await sales.user(), listing);
  const today = saoPauloDay(await marketNow(sales.db));
  const [first, last] = [addDays(today, 1), addDays(today, 3)];
  const before = await deadlines(open.id);
  const answer = await sales.request('POST', '/vacations', {
    token: seller.token,
    key: true,
    body: { startsOn: first, endsOn: last },
  });
  expect(answer.data).toMatchObject({ state: 'planned' });
  expect(await whereShown(listing, title)).toEqual(everywhere);
  expect((await get(`/public/listings/${listing.slug}`)).data.awayUntil).toBe(null);

  // The last minute before, and the first of the vacation.
  await sales.bank.payCharge(unpaid.reference);
  const begins = startOfDay(first).getTime();
  await sales.moveClock(begins - (await marketNow(sales.db)).getTime() - minute);
  expect((await sales.order(await sales.user(), listing)).status).toBe(201);
  await sales.moveClock(2 * minute);
  expect(await whereShown(listing, title)).toEqual(nowhere);
  const shown = (await get(`/public/listings/${listing.slug}`)).data;
  expect(shown).toMatchObject({ state: 'published', awayUntil: last });
  expect((await get(`/public/profiles/${seller.username}`)).data.awayUntil).toBe(last);
  const refused = await sales.order(await sales.user(), listing);
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'listing_unavailable',
    `Quem vende está de férias até ${last.split('-').toReversed().join('/')}. Os pedidos já feitos seguem normalmente. Veja anúncios parecidos.`,
  ]);
  expect((await sales.listing(listing.id)).state).toBe('published');

  // Open orders go on: same deadlines, messages and delivery.
  expect(await deadlines(open.id)).toEqual(before);
  const message = await sales.request(
    'PUT',
    `/orders/${open.hash}/messages/11111111-1111-4111-8111-111111111111`,
    {
      token: seller.token,
      body: { text: 'Envio amanhã cedo.', fileIds: [], insist: false },
    },
  );
  expect(message.status, message.text).toBeLessThan(300);
  expect((await sales.act(open, seller, 'delivery-start')).status).toBe(200);

  await sales.moveClock(
    startOfDay(addDays(last, 1)).getTime() - (await marketNow(sales.db)).getTime() - minute,
  );
  expect((await sales.order(await sales.user(), listing)).status).toBe(409);
  await sales.moveClock(2 * minute);
  expect(await whereShown(listing, title)).toEqual(everywhere);
  expect((await sales.order(await sales.user(), listing)).status).toBe(201);
  await sales.drain();
});

test('a vacation that is ended at once puts the listings back, and its day counts (F67)', async () => {
  const listing = await sales.publishedListing({ title: 'Flauta transversal niquelada', stock: 3 });
  const { token } = listing.seller;
  const today = saoPauloDay(await marketNow(sales.db));
  const body = { startsOn: today, endsOn: addDays(today, 9) };
  const { data } = await sales.request('POST', '/vacations', { token, key: true, body });
  sales.forgetCaches();
  expect(await idsIn('q=flauta')).toEqual([]);
  await sales.request('DELETE', `/vacations/${data.id}`, { token });
  expect(await idsIn('q=flauta')).toEqual([listing.id]);
  expect((await sales.order(await sales.user(), listing)).status).toBe(201);
  expect((await get('/vacations', listing.seller)).data).toMatchObject({
    usedDays: 1,
    leftDays: 89,
    items: [{ state: 'over', endedEarly: true, endsOn: today }],
  });
});

test('nobody is notified of a listing that is hidden, and everyone once it is back (F12, F67)', async () => {
  const listing = await sales.publishedListing({ title: 'Acordeão de oitenta baixos', priceCents: 50_000 });
  const { seller } = listing;
  const fan = await sales.user();
  await sales.request('PUT', `/favorites/${listing.id}`, { token: fan.token, body: {} });
  await sales.request('PUT', `/follows/${seller.username}`, { token: fan.token, body: {} });
  const today = saoPauloDay(await marketNow(sales.db));
  await sales.request('POST', '/vacations', {
    token: seller.token,
    key: true,
    body: { startsOn: today, endsOn: addDays(today, 1) },
  });
  await sales.request('PATCH', `/listings/${listing.id}`, {
    token: seller.token,
    body: { priceCents: 30_000 },
  });
  await sales.publishedListing({ seller, title: 'Acordeão de cento e vinte baixos' });
  const notices = async () => {
    await sales.drain();
    const { data } = await sales.request('GET', '/notifications', { token: fan.token });
    return data.items.length as number;
  };
  await sales.moveClock(hour);
  expect(await notices()).toBe(0);
  await sales.moveClock(2 * day);
  expect(await notices()).toBe(2);
});

test('lists that a person made show a hidden listing as paused, and an alert for it waits for its return (F67)', async () => {
  const listing = await sales.publishedListing({ title: 'Viola caipira de dez cordas' });
  const fan = await sales.user();
  const today = saoPauloDay(await marketNow(sales.db));
  const asFan = (method: 'GET' | 'PUT', path: string) =>
    sales.request(method, path, { token: fan.token, ...(method === 'PUT' && { body: {} }) });
  await asFan('PUT', `/favorites/${listing.id}`);
  expect((await asFan('PUT', `/awaited-listings/${listing.id}`)).body.code).toBe('wrong_state');
  await sales.request('POST', '/vacations', {
    token: listing.seller.token,
    key: true,
    body: { startsOn: today, endsOn: today },
  });
  const own = (await get('/listings', listing.seller)).data;
  expect([own.awayUntil, own.items[0].state]).toEqual([today, 'published']);
  expect((await asFan('GET', `/awaited-listings/${listing.id}`)).data).toMatchObject({ onSale: false });
  expect((await asFan('PUT', `/awaited-listings/${listing.id}`)).status).toBe(200);
  for (const path of ['/favorite-listings', '/awaited-listings'])
    expect((await asFan('GET', path)).data.items).toMatchObject([{ id: listing.id, state: 'paused' }]);
  const titles = async () => {
    await sales.drain();
    return (await asFan('GET', '/notifications')).data.items.map(({ title }: { title: string }) => title);
  };
  expect(await titles()).toEqual([]);
  await sales.moveClock(day);
  expect(await titles()).toHaveLength(1);
  expect((await asFan('GET', '/awaited-listings')).data.items).toEqual([]);
});
