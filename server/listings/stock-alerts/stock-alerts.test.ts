import { sql } from 'kysely';
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

const ask = (who: Person, id: number) =>
  market.request('PUT', `/awaited-listings/${id}`, { token: who.token, body: {} });
const takeBack = (who: Person, id: number) =>
  market.request('DELETE', `/awaited-listings/${id}`, { token: who.token });
const hasAlert = async (who: Person, id: number): Promise<boolean> =>
  (await market.request('GET', `/awaited-listings/${id}`, { token: who.token })).data.waiting;
const listOf = async (who: Person, page = 1) =>
  (await market.request('GET', `/awaited-listings?page=${page}`, { token: who.token })).data;
const pause = (seller: Person, id: number, paused: boolean) =>
  market.request('PUT', `/listings/${id}/pause`, { token: seller.token, body: { paused } });
const setStock = (seller: Person, id: number, stock: number) =>
  market.request('PATCH', `/listings/${id}`, { token: seller.token, body: { stock } });

/** A person's notices of returned listings. */
async function alertsOf(who: Person): Promise<{ description: string; url: string }[]> {
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token: who.token });
  return data.items.filter(({ title }: { title: string }) => title === 'Voltou à venda');
}

async function lettersTo({ email }: Person): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email}`.execute(market.ctx.db);
  return rows.map(({ subject }) => subject);
}

async function pausedListing() {
  const listing = await market.publishedListing();
  await pause(listing.seller, listing.id, true);
  return listing;
}

test('an alert is sent once when a paused listing is on sale again, and is then used up', async () => {
  const { id, slug, seller } = await pausedListing();
  const [who, other] = [await market.user(), await market.user()];
  expect(await hasAlert(who, id)).toBe(false);
  expect((await ask(who, id)).data).toEqual({ ok: true });
  expect((await ask(who, id)).data).toEqual({ ok: true });
  expect(await hasAlert(who, id)).toBe(true);
  expect(await hasAlert(other, id)).toBe(false);
  expect(await alertsOf(who)).toEqual([]);
  await pause(seller, id, false);
  expect(await alertsOf(who)).toMatchObject([
    { description: expect.stringContaining('está à venda de novo'), url: `/anuncio/${slug}` },
  ]);
  // A page opened some seconds ago gets the current state.
  const { data } = await market.request('GET', `/awaited-listings/${id}`, { token: who.token });
  expect(data).toEqual({ waiting: false, onSale: true });
  expect(await alertsOf(seller)).toEqual([]);
  expect(await alertsOf(other)).toEqual([]);
});

test('twenty requests at once create one alert and one notice', async () => {
  const { id, seller } = await pausedListing();
  const who = await market.user();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(who, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await pause(seller, id, false);
  await Promise.all([market.drain(), market.drain(), market.drain()]);
  expect(await alertsOf(who)).toHaveLength(1);
});

test('a listing that returns repeatedly sends each alert once, and a new alert once more', async () => {
  const { id, seller } = await pausedListing();
  const who = await market.user();
  await ask(who, id);
  for (let round = 0; round < 3; round++) {
    await pause(seller, id, false);
    await market.drain();
    await pause(seller, id, true);
  }
  expect(await alertsOf(who)).toHaveLength(1);
  await ask(who, id);
  await pause(seller, id, false);
  expect(await alertsOf(who)).toHaveLength(2);
});

test('a listing gone again before the job runs is notified at its next return', async () => {
  const { id, seller } = await pausedListing();
  const who = await market.user();
  await ask(who, id);
  await pause(seller, id, false);
  await pause(seller, id, true);
  expect(await alertsOf(who)).toEqual([]);
  expect(await hasAlert(who, id)).toBe(true);
  await pause(seller, id, false);
  expect(await alertsOf(who)).toHaveLength(1);
});

test('restocking, renewing and republishing send alerts too', async () => {
  const who = await market.user();
  const soldOut = await market.publishedListing({ stock: 1 });
  await setStock(soldOut.seller, soldOut.id, 0);
  await ask(who, soldOut.id);
  await setStock(soldOut.seller, soldOut.id, 3);
  expect(await alertsOf(who)).toHaveLength(1);

  const expired = await market.publishedListing();
  await sql`update listings set expires_at = market_now() where id = ${expired.id}`.execute(market.ctx.db);
  await market.drain();
  expect((await ask(who, expired.id)).status).toBe(200);
  const renewal = { token: expired.seller.token, key: true, body: {} } as const;
  await market.request('POST', `/listings/${expired.id}/renewal`, renewal);
  expect(await alertsOf(who)).toHaveLength(2);

  const suspended = await pausedListing();
  await ask(who, suspended.id);
  const staff = await market.user({ role: 'admin' });
  const decide = (action: string) =>
    market.request('POST', `/staff/listings/${suspended.id}/moderation`, {
      token: staff.token,
      key: true,
      body: { action, reason: 'Conferência do anúncio.' },
    });
  expect((await decide('suspend')).data.state).toBe('suspended');
  // A hidden listing accepts no new alert, and earlier alerts stay.
  expect((await ask(await market.user(), suspended.id)).status).toBe(404);
  expect(await hasAlert(who, suspended.id)).toBe(true);
  expect((await decide('republish')).data.state).toBe('published');
  expect(await alertsOf(who)).toHaveLength(3);
});

test('a removed alert, even removed twice, sends nothing', async () => {
  const { id, seller } = await pausedListing();
  const who = await market.user();
  await ask(who, id);
  expect((await takeBack(who, id)).data).toEqual({ ok: true });
  expect((await takeBack(who, id)).data).toEqual({ ok: true });
  expect(await hasAlert(who, id)).toBe(false);
  await pause(seller, id, false);
  expect(await alertsOf(who)).toEqual([]);
});

test('an alert is refused for one’s own listing, one on sale, a draft and an unknown one', async () => {
  const { id, seller } = await pausedListing();
  expect((await ask(seller, id)).body).toMatchObject({ status: 403, code: 'own_listing' });
  const who = await market.user();
  const { id: onSale } = await market.publishedListing();
  expect((await ask(who, onSale)).body).toMatchObject({
    status: 409,
    code: 'wrong_state',
    detail: 'Este anúncio já está à venda. Atualize a página para comprar.',
    meta: { state: 'published' },
  });
  expect((await ask(who, (await market.draft()).id)).status).toBe(404);
  expect((await ask(who, 999_999)).status).toBe(404);
  expect(await hasAlert(who, 999_999)).toBe(false);
});

test('removing a listing deletes its alerts', async () => {
  const { id, seller } = await pausedListing();
  const who = await market.user();
  await ask(who, id);
  await market.request('DELETE', `/listings/${id}`, { token: seller.token });
  expect(await hasAlert(who, id)).toBe(false);
  const { rows } = await sql`select from stock_alerts where listing_id = ${id}`.execute(market.ctx.db);
  expect(rows).toHaveLength(0);
});

test('the limit of five alerts holds, and sent alerts do not count', async () => {
  await market.setRules({ favorites: { ...defaultFavoriteRules, max: 5 } });
  const listings = await Promise.all(Array.from({ length: 8 }, pausedListing));
  const who = await market.user();
  const answers = await Promise.all(listings.map(({ id }) => ask(who, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => [body.status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [409, 'limit_reached']),
  );
  const back = listings[answers.findIndex(({ status }) => status === 200)]!;
  const more = listings[answers.findIndex(({ status }) => status !== 200)]!;
  await pause(back.seller, back.id, false);
  expect(await alertsOf(who)).toHaveLength(1);
  expect((await ask(who, more.id)).status).toBe(200);
  await market.setRules({ favorites: defaultFavoriteRules });
});

test('an alert added at the moment of the return is never left unsent', async () => {
  const who = await market.user();
  const listings = await Promise.all(Array.from({ length: 10 }, pausedListing));
  const answers = await Promise.all(
    listings.flatMap(({ id, seller }) => [ask(who, id), pause(seller, id, false)]),
  );
  const asked = answers.filter((_, index) => index % 2 === 0).map(({ status }) => status);
  // Either the listing was already on sale, which the answer says, or the alert came first and is sent.
  expect(asked.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await alertsOf(who)).toHaveLength(asked.filter((status) => status === 200).length);
});

test('three hundred alerts are all sent, by mail too, and only on the site to people who muted mail', async () => {
  const { id, seller } = await pausedListing();
  const [reader, silent] = [await market.user(), await market.user()];
  await ask(reader, id);
  await ask(silent, id);
  await market.request('PUT', '/notice-preferences', {
    token: silent.token,
    body: { group: 'awaited', email: false, push: false },
  });
  await sql`insert into users (username, email, email_verified_at, terms_accepted_at)
    select 'espera_' || n, 'espera' || n || '@exemplo.com.br', market_now(), market_now() from generate_series(1, 300) n`.execute(
    market.ctx.db,
  );
  await sql`insert into stock_alerts (user_id, listing_id)
    select id, ${id} from users where username like 'espera_%'`.execute(market.ctx.db);
  await pause(seller, id, false);
  expect(await alertsOf(reader)).toHaveLength(1);
  expect(await alertsOf(silent)).toHaveLength(1);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from notifications where title = 'Voltou à venda'
      and user_id in (select id from users where username like 'espera_%')`.execute(market.ctx.db);
  expect(rows[0]!.count).toBe(300);
  expect(await lettersTo(reader)).toContain('Voltou à venda');
  expect(await lettersTo(silent)).not.toContain('Voltou à venda');
});

test('alerts are listed newest first until they are sent, removed or their listing is hidden', async () => {
  const who = await market.user();
  expect(await listOf(who)).toEqual({ items: [], total: 0 });
  const [back, dropped, hidden] = [await pausedListing(), await pausedListing(), await pausedListing()];
  for (const { id } of [back, dropped, hidden]) await ask(who, id);
  expect(await listOf(who)).toMatchObject({
    total: 3,
    items: [hidden, dropped, back].map(({ id, slug }) => ({ id, slug, state: 'paused' })),
  });
  expect(await listOf(await market.user())).toEqual({ items: [], total: 0 });

  await takeBack(who, dropped.id);
  await sql`update listings set state = 'suspended' where id = ${hidden.id}`.execute(market.ctx.db);
  expect((await listOf(who)).items.map(({ id }: { id: number }) => id)).toEqual([back.id]);
  await pause(back.seller, back.id, false);
  await market.drain();
  expect(await listOf(who)).toEqual({ items: [], total: 0 });
});

test('a long list has pages, and an invalid page number is refused', async () => {
  const who = await market.user();
  const { id, seller } = await pausedListing();
  await sql`insert into stock_alerts (user_id, listing_id, asked_at)
    select ${who.id}, l.id, market_now() - interval '1 day' from listings l
    where l.state in ('paused', 'sold_out', 'expired') and l.seller_id <> ${who.id}`.execute(market.ctx.db);
  while ((await listOf(who)).total <= 24) await ask(who, (await pausedListing()).id);
  const { total, items } = await listOf(who);
  expect(items).toHaveLength(24);
  expect((await listOf(who, 2)).items).toHaveLength(total - 24);
  expect((await listOf(who, 9)).items).toEqual([]);
  const refused = await market.request('GET', '/awaited-listings?page=dois', { token: who.token });
  expect(refused.body).toMatchObject({ status: 400 });
  await pause(seller, id, false);
});
