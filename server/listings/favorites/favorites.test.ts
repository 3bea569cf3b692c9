import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultFavoriteRules } from '#domain/listings/favorites.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const keep = (who: Person, id: number) =>
  market.request('PUT', `/favorites/${id}`, { token: who.token, body: {} });
const drop = (who: Person, id: number) => market.request('DELETE', `/favorites/${id}`, { token: who.token });
const favoritesOf = async (who: Person) =>
  (await market.request('GET', '/favorite-listings', { token: who.token })).data;
const setPrice = (who: Person, id: number, priceCents: number) =>
  market.request('PATCH', `/listings/${id}`, { token: who.token, body: { priceCents } });
const noticesOf = async (who: Person): Promise<{ title: string; description: string; url: string }[]> =>
  (await market.request('GET', '/notifications', { token: who.token })).data.items;

test('a favorite is added, found in one call for a whole page, and removed', async () => {
  const [one, two] = [await market.publishedListing(), await market.publishedListing()];
  const who = await market.user();
  expect((await keep(who, two.id)).data).toEqual({ ok: true });
  expect((await keep(who, one.id)).data).toEqual({ ok: true });
  expect((await keep(who, one.id)).data).toEqual({ ok: true });
  const marks = await market.request('GET', `/favorites?ids=${one.id},${two.id},999999`, {
    token: who.token,
  });
  expect(marks.data.ids).toEqual([one.id, two.id]);
  expect(await favoritesOf(who)).toMatchObject({
    total: 2,
    max: 500,
    items: [{ id: one.id, slug: one.slug, state: 'published', keptPriceCents: 10_000 }, { id: two.id }],
  });
  expect((await drop(who, one.id)).data).toEqual({ ok: true });
  expect((await drop(who, one.id)).data).toEqual({ ok: true });
  expect((await favoritesOf(who)).total).toBe(1);
  expect((await favoritesOf(await market.user())).total).toBe(0);
});

test('public pages do not show who has a favorite', async () => {
  const { id, slug } = await market.publishedListing();
  const who = await market.user();
  const before = await market.request('GET', `/public/listings/${slug}`, { token: who.token });
  await keep(who, id);
  const after = await market.request('GET', `/public/listings/${slug}`, { token: who.token });
  expect(after.text).toBe(before.text);
});

test.each([['abc'], [''], ['1,,2'], ['0'], [Array.from({ length: 101 }, (_, i) => i + 1).join(',')]])(
  'ids=%s are refused at their field',
  async (ids) => {
    const { token } = await market.user();
    const refused = await market.request('GET', `/favorites?ids=${ids}`, { token });
    expect(refused.body).toMatchObject({ status: 400, errors: { ids: expect.any(String) } });
  },
);

test('one’s own listing, a draft and an unknown listing cannot become favorites', async () => {
  const { id, seller } = await market.publishedListing();
  expect((await keep(seller, id)).body).toMatchObject({ status: 403, code: 'own_listing' });
  const who = await market.user();
  expect((await keep(who, (await market.draft()).id)).status).toBe(404);
  expect((await keep(who, 999_999)).status).toBe(404);
});

test('the limit of five favorites holds even when twenty are added at once', async () => {
  await market.setRules({ favorites: { ...defaultFavoriteRules, max: 5 } });
  const listings = await Promise.all(Array.from({ length: 20 }, () => market.publishedListing()));
  const who = await market.user();
  const answers = await Promise.all(listings.map(({ id }) => keep(who, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(15);
  expect((await favoritesOf(who)).total).toBe(5);
  const first = listings.find((_, index) => answers[index]!.status === 200)!;
  // An existing favorite does not count again.
  expect(
    (await Promise.all(Array.from({ length: 20 }, () => keep(who, first.id)))).every(
      ({ status }) => status === 200,
    ),
  ).toBe(true);
  await market.setRules({ favorites: defaultFavoriteRules });
});

test('a drop of five per cent is notified once, smaller drops when their sum is enough (§4.17)', async () => {
  const { id, seller, slug } = await market.publishedListing({ priceCents: 10_000 });
  const who = await market.user();
  await keep(who, id);
  const drops = async () => {
    await market.drain();
    await market.drain();
    return (await noticesOf(who)).filter(({ title }) => title === 'Baixou de preço');
  };
  await setPrice(seller, id, 9_700);
  expect(await drops()).toEqual([]);
  await setPrice(seller, id, 9_500);
  expect(await drops()).toMatchObject([{ url: `/anuncio/${slug}` }]);
  expect((await drops())[0]!.description).toMatch(/R\$\s100,00 para R\$\s95,00/);
  await setPrice(seller, id, 9_026);
  expect(await drops()).toHaveLength(1);
  await setPrice(seller, id, 9_025);
  expect(await drops()).toHaveLength(2);
  // The seller and the person who removed the favorite are not notified.
  await drop(who, id);
  await setPrice(seller, id, 5_000);
  expect(await drops()).toHaveLength(2);
});

test('all people with a favorite are notified of one drop', async () => {
  const { id, seller } = await market.publishedListing({ priceCents: 10_000 });
  const people = await Promise.all(Array.from({ length: 12 }, () => market.user()));
  await Promise.all(people.map((who) => keep(who, id)));
  await setPrice(seller, id, 8_000);
  await Promise.all([market.drain(), market.drain()]);
  await market.drain();
  for (const who of people)
    expect((await noticesOf(who)).filter(({ title }) => title === 'Baixou de preço')).toHaveLength(1);
});

test('a removed listing leaves the list; a paused one stays', async () => {
  const { id, seller } = await market.publishedListing();
  const who = await market.user();
  await keep(who, id);
  await market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused: true } });
  expect((await favoritesOf(who)).items).toMatchObject([{ id, state: 'paused' }]);
  await market.request('DELETE', `/listings/${id}`, { token: seller.token });
  expect(await favoritesOf(who)).toMatchObject({ items: [], total: 0 });
});

test('cards of given listings come in the requested order, only those on sale', async () => {
  const [one, two] = [await market.publishedListing(), await market.publishedListing()];
  const { data } = await market.request('GET', `/public/listing-cards?ids=${two.id},999999,${one.id}`);
  expect(data.items.map((each: { id: number }) => each.id)).toEqual([two.id, one.id]);
});
