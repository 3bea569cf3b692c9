import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { dayAfter } from '#domain/listings/views.ts';
import { buildContext } from '#server/process/build-context.ts';
import type { Ctx } from '#server/context.ts';
import { deleteOld } from '#server/accounts/privacy/retention.ts';
import { invalidateRules } from '#server/settings/queries.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { day as dayMs, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { recordView, writePendingViews } from './commands.ts';
import { notifyWeeklyStatistics } from './jobs.ts';
import { maxViewsPerNetwork } from './pending-views.ts';

/** Views of listings, weekly statistics and who is notified of them (§4.5, decision 43). */
let market: Sales;
let seller: Person;
beforeAll(async () => {
  market = await openSales();
  seller = await market.user();
});
beforeEach(() => market.forgetCaches());
afterAll(() => market.close());

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

interface ViewOptions {
  by?: Person;
  ip?: string;
  userAgent?: string;
}

async function viewListing(
  id: number,
  { by, ip = '10.1.0.1', userAgent = browser }: ViewOptions = {},
): Promise<void> {
  const answer = await market.request('PUT', `/public/listings/${id}/visit`, {
    ip,
    headers: { 'user-agent': userAgent },
    ...(by && { token: by.token }),
  });
  expect([answer.status, answer.data], answer.text).toEqual([200, { ok: true }]);
}

async function visitsOf(id: number): Promise<number> {
  await writePendingViews(market.ctx);
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(visits), 0)::int as sum from listing_views where listing_id = ${id}`.execute(
    market.ctx.db,
  );
  return rows[0]!.sum;
}

async function today(): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (market_now() at time zone 'America/Sao_Paulo')::date::text as day`.execute(market.ctx.db);
  return rows[0]!.day;
}

/** Inserts counted views of a day. */
async function countedOn(id: number, day: string, visits: number): Promise<void> {
  await sql`insert into listing_views (listing_id, day, visits) values (${id}, ${day}, ${visits})
    on conflict (listing_id, day) do update set visits = excluded.visits`.execute(market.ctx.db);
}

test('a visitor counts once per day and listing, across processes and repeated writes', async () => {
  const [first, second] = [await market.publishedListing(), await market.publishedListing()];
  const reader = await market.user();
  for (const id of [first.id, second.id])
    for (const who of [{}, {}, { ip: '10.1.0.2' }, { userAgent: `${browser} Outro` }, { by: reader }])
      await viewListing(id, who);
  // Another process gets views of the same people.
  const { config, db, log } = market.ctx;
  const other: Ctx = buildContext({ config, db, log });
  await recordView(other, { viewer: null, ip: '10.1.0.1', userAgent: browser }, first.id);
  await recordView(other, { viewer: null, ip: '10.1.0.9', userAgent: browser }, first.id);
  await Promise.all([writePendingViews(other), writePendingViews(market.ctx)]);
  expect([await visitsOf(first.id), await visitsOf(second.id)]).toEqual([5, 4]);
  // The marks do not show that the same people viewed both.
  const { rows } = await sql<{ marks: number; different: number }>`
    select count(*)::int as marks, count(distinct mark)::int as different from view_marks`.execute(market.db);
  expect(rows).toEqual([{ marks: 9, different: 9 }]);
  await viewListing(first.id, { by: reader, ip: '10.1.0.77' });
  expect(await visitsOf(first.id)).toBe(5);
  await market.moveClock(dayMs);
  market.forgetCaches();
  await viewListing(first.id);
  expect(await visitsOf(first.id)).toBe(6);
});

test.each<[string, () => Promise<ViewOptions>]>([
  ['the seller', async () => ({ by: seller })],
  ['support', async () => ({ by: await market.user({ role: 'support' }) })],
  ['an admin', async () => ({ by: await market.user({ role: 'admin' }) })],
  ['a search engine', async () => ({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })],
  ['a program without a name', async () => ({ userAgent: '' })],
])('%s is no visitor', async (_, who) => {
  const { id } = await market.publishedListing({ seller });
  await viewListing(id, await who());
  expect(await visitsOf(id)).toBe(0);
  await viewListing(id);
  expect(await visitsOf(id)).toBe(1);
});

test('a draft and an unknown listing have no views', async () => {
  const { id } = await market.draft({ seller });
  await viewListing(id);
  await viewListing(999_999);
  expect([await visitsOf(id), await visitsOf(999_999)]).toEqual([0, 0]);
});

test('views from one network are limited between two writes', async () => {
  const { id } = await market.publishedListing();
  for (let name = 0; name < maxViewsPerNetwork + 20; name++)
    await recordView(
      market.ctx,
      { viewer: null, ip: `2001:db8:1:1::${name}`, userAgent: `${browser} ${name}` },
      id,
    );
  expect(await visitsOf(id)).toBe(maxViewsPerNetwork);
});

test('views that could not be written are written next time', async () => {
  const { id } = await market.publishedListing();
  await viewListing(id);
  const { config, log } = market.ctx;
  const broken = buildContext({ config, log, db: market.ctx.db });
  await recordView(broken, { viewer: null, ip: '10.1.3.1', userAgent: browser }, id);
  const { db } = broken;
  broken.db = { transaction: () => ({ execute: () => Promise.reject(new Error('gone')) }) } as never;
  await expect(writePendingViews(broken)).rejects.toThrow('gone');
  broken.db = db;
  expect(await writePendingViews(broken)).toBe(1);
  expect(await visitsOf(id)).toBe(2);
});

test('nothing stored identifies a viewer, and a day later nothing distinguishes viewers', async () => {
  const reader = await market.user();
  const { id } = await market.publishedListing();
  await viewListing(id, { by: reader, ip: '203.0.113.7' });
  await visitsOf(id);
  const storedMarks = async () => {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(m)::text as text from view_marks m union all select row_to_json(s)::text from view_salts s
      union all select row_to_json(v)::text from listing_views v where listing_id = ${id}`.execute(
      market.ctx.db,
    );
    return rows.map(({ text }) => text);
  };
  const text = (await storedMarks()).join('\n');
  for (const trace of ['203.0.113.7', 'Firefox', reader.username]) expect(text).not.toContain(trace);
  const { rows } = await sql<{ relpersistence: string }>`
    select relpersistence from pg_class where relname in ('view_marks', 'view_salts')`.execute(market.ctx.db);
  expect(rows).toEqual([{ relpersistence: 'u' }, { relpersistence: 'u' }]);
  await market.moveClock(dayMs + 2 * hour);
  await deleteOld(market.ctx);
  expect(await storedMarks()).toHaveLength(1);
});

test('the seller’s list shows views and favorites of every plan, the staff’s list shows views', async () => {
  const person = await market.user();
  const { id } = await market.publishedListing({ seller: person, plan: 'prata' });
  await countedOn(id, await today(), 3);
  await countedOn(id, dayAfter(await today(), -29), 4);
  await countedOn(id, dayAfter(await today(), -30), 50);
  const fan = await market.user();
  await market.request('PUT', `/favorites/${id}`, { token: fan.token });
  const { data } = await market.request('GET', '/listings', { token: person.token });
  expect(data.items).toMatchObject([{ id, visits: 7, favorites: 1 }]);
  const staff = await market.user({ role: 'support' });
  const list = await market.request('GET', `/staff/listings?q=${id}`, { token: staff.token });
  expect(list.data.items).toMatchObject([{ id, visits: 7 }]);
});

/** A seller with a listing of the best plan and one of the default plan, with activity until yesterday. */
async function busyWeek() {
  const person = await market.user();
  const best = await market.publishedListing({
    seller: person,
    plan: 'diamante',
    stock: 9,
    title: 'Violão de estudo',
  });
  const usual = await market.publishedListing({ seller: person, plan: 'prata', stock: 9 });
  await happensTo(best);
  await market.moveClock(dayMs);
  // Today is not part of the last seven completed days.
  const { token } = await market.user();
  await market.request('PUT', `/favorites/${best.id}`, { token });
  const day = await today();
  for (const { id } of [best, usual]) {
    await countedOn(id, dayAfter(day, -1), 20);
    await countedOn(id, dayAfter(day, -7), 10);
    await countedOn(id, dayAfter(day, -8), 5);
    await countedOn(id, day, 1_000);
  }
  return { person, best, usual, day };
}

/** A person adds it to favorites, asks a question and buys it. */
async function happensTo(listing: Awaited<ReturnType<Sales['publishedListing']>>): Promise<void> {
  const buyer = await market.user();
  await market.request('PUT', `/favorites/${listing.id}`, { token: buyer.token });
  const asked = await market.request('POST', `/listings/${listing.id}/questions`, {
    token: buyer.token,
    key: true,
    body: { text: 'As cordas são de náilon ou de aço?' },
  });
  expect(asked.status, asked.text).toBe(201);
  const sale = await market.place(buyer, listing);
  await market.bank.payCharge(sale.reference);
  expect(await market.stateOf(sale)).toBe('paid');
}

const statistics = (token: string, query = '') =>
  market.request('GET', `/listing-statistics${query}`, { token });

test('a plan with statistics shows seven whole days, the seven before and each day', async () => {
  const { person, best, day } = await busyWeek();
  const { data, status } = await statistics(person.token);
  expect(status).toBe(200);
  const week = { visits: 30, favorites: 1, questions: 1, sales: 1, conversionBps: 333 };
  expect(data).toMatchObject({
    from: dayAfter(day, -7),
    to: dayAfter(day, -1),
    earlier: dayAfter(day, -14),
    later: null,
    plans: ['diamante'],
    total: week,
    before: { visits: 5, favorites: 0, questions: 0, sales: 0, conversionBps: 0 },
  });
  expect(data.items).toEqual([
    {
      ...week,
      id: best.id,
      slug: data.items[0].slug,
      title: 'Violão de estudo',
      cover: data.items[0].cover,
      state: 'published',
    },
  ]);
  expect(data.days).toHaveLength(7);
  expect([data.days[0], data.days[6]]).toEqual([
    { day: dayAfter(day, -7), visits: 10, sales: 0 },
    { day: dayAfter(day, -1), visits: 20, sales: 1 },
  ]);
  const before = await statistics(person.token, `?from=${data.earlier}`);
  expect(before.data).toMatchObject({ later: data.from, total: { visits: 5 } });
});

test('a seller without such a plan sees no statistics, and a setting decides which plans have them', async () => {
  const { person, usual } = await busyWeek();
  const stranger = await market.user();
  expect((await statistics(stranger.token)).data).toMatchObject({ plans: ['diamante'], items: [] });
  const admin = await market.user({ role: 'admin' });
  const settings = await market.request('GET', '/staff/settings', { token: admin.token });
  const change = await market.request('POST', '/staff/settings/versions', {
    token: admin.token,
    key: true,
    body: {
      basedOn: settings.data.version.id,
      changes: { 'plans.diamante.weeklyStatistics': false, 'plans.prata.weeklyStatistics': true },
      reason: 'Agora é do plano Prata.',
    },
  });
  expect(change.status, change.text).toBe(201);
  await market.setRules({});
  const { data } = await statistics(person.token);
  expect([data.plans, data.items.map(({ id }: { id: number }) => id)]).toEqual([['prata'], [usual.id]]);
  const { data: open } = await market.request('GET', '/public/settings');
  expect(open.plans.map((plan: { weeklyStatistics: boolean }) => plan.weeklyStatistics)).toEqual([
    true,
    false,
    false,
  ]);
  await market.setRules({ plans: defaultRules.plans });
});

test.each(['?from=2020-01-01', '?from=2090-01-01', '?from=ontem'])(
  'a week that is deleted or not completed is refused with an explanation (%s)',
  async (query) => {
    const answer = await statistics(seller.token, query);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.from).toMatch(/^Escolha/);
  },
);

test('views are deleted after the time of the setting', async () => {
  const { id } = await market.publishedListing();
  const day = await today();
  await countedOn(id, dayAfter(day, -90), 1);
  await countedOn(id, dayAfter(day, -91), 1);
  await deleteOld(market.ctx);
  expect(await visitsOf(id)).toBe(1);
});

/** Moves the clock to the next such weekday and hour in São Paulo; 0 is Sunday. */
async function goTo(weekday: number, hourOfDay: number): Promise<void> {
  const { rows } = await sql<{ weekday: number; ms: number }>`
    select extract(dow from t)::int as weekday, extract(epoch from t - date_trunc('day', t))::int * 1000 as ms
    from (select market_now() at time zone 'America/Sao_Paulo' as t) n`.execute(market.db);
  const now = rows[0]!;
  const ahead = (weekday - now.weekday) * dayMs + hourOfDay * hour - now.ms;
  await market.moveClock(ahead > 0 ? ahead : ahead + 7 * dayMs);
  // A version of the rules that starts meanwhile takes effect.
  invalidateRules(market.db);
  market.forgetCaches();
}

async function eventsOf({ id }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from events where kind = 'listing.week_over' and subject_id = ${id}`.execute(
    market.db,
  );
  return rows[0]!.count;
}

async function noticesOf({ token }: Person): Promise<{ description: string; url: string }[]> {
  const { data } = await market.request('GET', '/notifications', { token });
  return data.items.filter(({ title }: { title: string }) => title === 'Seu relatório semanal');
}

async function lettersTo({ email }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from mails where recipient = ${email} and subject = 'Seu relatório semanal'`.execute(
    market.db,
  );
  return rows[0]!.count;
}

test('weekly statistics are sent once on Sunday morning, to sellers with such a plan and with activity', async () => {
  await goTo(3, 12);
  const [notified, muted, quiet, plain] = [
    await market.user(),
    await market.user(),
    await market.user(),
    await market.user(),
  ];
  const wednesday = await today();
  for (const [person, plan] of [
    [notified, 'diamante'],
    [muted, 'diamante'],
    [quiet, 'diamante'],
    [plain, 'prata'],
  ] as const) {
    const listing = await market.publishedListing({ seller: person, plan, title: 'Violão de estudo' });
    if (person === quiet) continue;
    await countedOn(listing.id, wednesday, 8);
    await happensTo(listing);
  }
  const choice = await market.request('PUT', '/notice-preferences', {
    token: muted.token,
    body: { group: 'statistics', email: false, push: false },
  });
  expect(choice.status, choice.text).toBe(200);

  await goTo(0, 8);
  await drain(market.ctx, [notifyWeeklyStatistics]);
  expect(await eventsOf(notified)).toBe(0);
  await goTo(0, 10);
  await Promise.all(Array.from({ length: 5 }, () => drain(market.ctx, [notifyWeeklyStatistics])));
  await market.drain();
  const sunday = dayAfter(wednesday, -3);
  const [dayOf, end] = [sunday, dayAfter(sunday, 6)].map((day) => `${day.slice(8)}/${day.slice(5, 7)}`);
  expect(await noticesOf(notified)).toMatchObject([
    {
      description: `De ${dayOf} a ${end}: 8 visitas, 1 favorito novo, 1 pergunta e 1 venda. De cada 100 visitas, 12,5 viraram venda. O mais visto foi «Violão de estudo».`,
      url: `/conta/anuncios/semana?de=${sunday}`,
    },
  ]);
  expect(
    await Promise.all([notified, muted, quiet, plain].map(async (one) => (await noticesOf(one)).length)),
  ).toEqual([1, 1, 0, 0]);
  expect(await Promise.all([notified, muted, quiet, plain].map(lettersTo))).toEqual([1, 0, 0, 0]);

  // After weeks without a process only the last week is notified.
  await market.moveClock(21 * dayMs);
  await drain(market.ctx, [notifyWeeklyStatistics]);
  expect(await eventsOf(notified)).toBe(1);
});
