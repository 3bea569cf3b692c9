import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultFollowRules } from '#domain/listings/follows.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const follow = (who: Person, username: string) =>
  market.request('PUT', `/follows/${username}`, { token: who.token, body: {} });
const unfollow = (who: Person, username: string) =>
  market.request('DELETE', `/follows/${username}`, { token: who.token });
const list = async (who: Person) =>
  (await market.request('GET', '/follows', { token: who.token })).data.items;
const followers = async (who: Person): Promise<number> =>
  (await market.request('GET', `/public/profiles/${who.username}`)).data.followersCount;

test('a seller is followed, counted on the profile, listed and unfollowed', async () => {
  const { seller } = await market.publishedListing();
  const who = await market.user();
  const following = async () =>
    (await market.request('GET', `/follows/${seller.username}`, { token: who.token })).data.following;
  expect(await following()).toBe(false);
  expect((await follow(who, seller.username)).data).toEqual({ ok: true });
  expect((await follow(who, seller.username.toUpperCase())).data).toEqual({ ok: true });
  expect(await following()).toBe(true);
  expect(await followers(seller)).toBe(1);
  expect(await list(who)).toMatchObject([{ username: seller.username, listingsCount: 1, available: true }]);
  expect((await unfollow(who, seller.username)).data).toEqual({ ok: true });
  expect((await unfollow(who, seller.username)).data).toEqual({ ok: true });
  expect(await followers(seller)).toBe(0);
});

test('following oneself, an unknown person or a suspended person is refused', async () => {
  const who = await market.user();
  expect((await follow(who, who.username)).body).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await follow(who, 'ninguem_aqui')).status).toBe(404);
  const gone = await market.user();
  await follow(who, gone.username);
  await sql`update users set state = 'suspended', suspended_until = market_now() + interval '9 days'
    where id = ${gone.id}`.execute(market.ctx.db);
  expect((await follow(await market.user(), gone.username)).status).toBe(404);
  expect(await list(who)).toMatchObject([{ username: gone.username, available: false }]);
});

test('the limit of five holds even when twenty sellers are followed at once', async () => {
  await market.setRules({ follows: { ...defaultFollowRules, max: 5 } });
  const who = await market.user();
  const sellers = await Promise.all(Array.from({ length: 20 }, () => market.user()));
  const answers = await Promise.all(sellers.map(({ username }) => follow(who, username)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(15);
  await market.setRules({ follows: defaultFollowRules });
  const one = sellers[0]!;
  const fans = await Promise.all(Array.from({ length: 20 }, () => market.user()));
  const before = await followers(one);
  await Promise.all(fans.flatMap((fan) => [follow(fan, one.username), follow(fan, one.username)]));
  expect(await followers(one)).toBe(before + 20);
});

test('new listings of a seller come in one notice, at most one a day (F12)', async () => {
  const seller = await market.user();
  const who = await market.user();
  await market.publishedListing({ seller, title: 'Anúncio de antes de seguir' });
  await market.moveClock(1_000);
  await follow(who, seller.username);
  const news = async () => {
    await market.drain();
    await market.drain();
    const { data } = await market.request('GET', '/notifications', { token: who.token });
    return data.items.filter(({ title }: { title: string }) => title === 'Novidade de quem você segue');
  };
  await market.moveClock(1_000);
  await market.publishedListing({ seller, title: 'Primeiro anúncio novo' });
  await market.publishedListing({ seller, title: 'Segundo anúncio novo' });
  expect(await news()).toEqual([]);
  await market.moveClock(16 * 60_000);
  expect(await news()).toMatchObject([
    {
      description: `@${seller.username} tem 2 anúncios novos, como «Segundo anúncio novo».`,
      url: `/perfil/${seller.username}`,
    },
  ]);
  await market.publishedListing({ seller, title: 'Terceiro anúncio novo' });
  await market.moveClock(60 * 60_000);
  expect(await news()).toHaveLength(1);
  await market.moveClock(24 * 60 * 60_000);
  const all = await news();
  expect(all).toHaveLength(2);
  expect(all[0].description).toBe(`@${seller.username} pôs «Terceiro anúncio novo» no ar.`);
  await market.moveClock(48 * 60 * 60_000);
  expect(await news()).toHaveLength(2);
  const { rows } = await sql`select from publications where seller_id = ${seller.id}`.execute(market.ctx.db);
  expect(rows).toHaveLength(0);
});

test('a person who stopped following is not notified', async () => {
  const seller = await market.user();
  const who = await market.user();
  await follow(who, seller.username);
  await market.moveClock(1_000);
  await market.publishedListing({ seller });
  await unfollow(who, seller.username);
  await market.moveClock(60 * 60_000);
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token: who.token });
  expect(data.items).toEqual([]);
});
