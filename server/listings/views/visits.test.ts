import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultRules } from '#domain/settings/rules.ts';
import { dayAfter } from '#domain/listings/views.ts';
import { buildContext } from '#server/process/build-context.ts';
import type { Ctx } from '#server/context.ts';
import { forgetOld } from '#server/accounts/privacy/retention.ts';
import { forgetRules } from '#server/settings/queries.ts';
import { drain } from '#server/background/worker.ts';
import type { Person } from '#test/accounts/people.ts';
import { day as dayMs, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { noteVisit, writeVisits } from './commands.ts';
import { tellWeeks } from './jobs.ts';
import { mostFromNetwork } from './waiting.ts';

/** Visits of listings, the numbers of a week and who is told them (§4.5, decision 43). */
let market: Sales;
let seller: Person;
beforeAll(async () => {
  market = await openSales();
  seller = await market.user();
});
beforeEach(() => market.forgetCaches());
afterAll(() => market.close());

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

interface Look {
  by?: Person;
  ip?: string;
  userAgent?: string;
}

async function look(id: number, { by, ip = '10.1.0.1', userAgent = browser }: Look = {}): Promise<void> {
  const answer = await market.request('PUT', `/public/listings/${id}/visit`, {
    ip,
    headers: { 'user-agent': userAgent },
    ...(by && { token: by.token }),
  });
  expect([answer.status, answer.data], answer.text).toEqual([200, { ok: true }]);
}

async function visitsOf(id: number): Promise<number> {
  await writeVisits(market.ctx);
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

/** Visits of a day, as if they had been counted. */
async function countedOn(id: number, day: string, visits: number): Promise<void> {
  await sql`insert into listing_views (listing_id, day, visits) values (${id}, ${day}, ${visits})
    on conflict (listing_id, day) do update set visits = excluded.visits`.execute(market.ctx.db);
}

test('a visitor counts once a day and listing, in whatever process and however often it is written', async () => {
  const [first, second] = [await market.publishedListing(), await market.publishedListing()];
  const reader = await market.user();
  for (const id of [first.id, second.id])
    for (const who of [{}, {}, { ip: '10.1.0.2' }, { userAgent: `${browser} Outro` }, { by: reader }])
      await look(id, who);
  // Another process saw the same people.
  const { config, db, log } = market.ctx;
  const other: Ctx = buildContext({ config, db, log });
  await noteVisit(other, { viewer: null, ip: '10.1.0.1', userAgent: browser }, first.id);
  await noteVisit(other, { viewer: null, ip: '10.1.0.9', userAgent: browser }, first.id);
  await Promise.all([writeVisits(other), writeVisits(market.ctx)]);
  expect([await visitsOf(first.id), await visitsOf(second.id)]).toEqual([5, 4]);
  // Nobody can tell that the same people looked at both.
  const { rows } = await sql<{ marks: number; different: number }>`
    select count(*)::int as marks, count(distinct mark)::int as different from view_marks`.execute(market.db);
  expect(rows).toEqual([{ marks: 9, different: 9 }]);
  await look(first.id, { by: reader, ip: '10.1.0.77' });
  expect(await visitsOf(first.id)).toBe(5);
  await market.moveClock(dayMs);
  market.forgetCaches();
  await look(first.id);
  expect(await visitsOf(first.id)).toBe(6);
});

test.each<[string, () => Promise<Look>]>([
  ['the seller', async () => ({ by: seller })],
  ['support', async () => ({ by: await market.user({ role: 'support' }) })],
  ['an admin', async () => ({ by: await market.user({ role: 'admin' }) })],
  ['a search engine', async () => ({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })],
  ['a program without a name', async () => ({ userAgent: '' })],
])('%s is no visitor', async (_, who) => {
  const { id } = await market.publishedListing({ seller });
  await look(id, await who());
  expect(await visitsOf(id)).toBe(0);
  await look(id);
  expect(await visitsOf(id)).toBe(1);
});

test('what nobody can see has no visits: a draft, and what is not there', async () => {
  const { id } = await market.draft({ seller });
  await look(id);
  await look(999_999);
  expect([await visitsOf(id), await visitsOf(999_999)]).toEqual([0, 0]);
});

test('one network is not many people: of hundreds of names in one beat some count', async () => {
  const { id } = await market.publishedListing();
  for (let name = 0; name < mostFromNetwork + 20; name++)
    await noteVisit(
      market.ctx,
      { viewer: null, ip: `2001:db8:1:1::${name}`, userAgent: `${browser} ${name}` },
      id,
    );
  expect(await visitsOf(id)).toBe(mostFromNetwork);
});

test('what could not be written waits for the next beat', async () => {
  const { id } = await market.publishedListing();
  await look(id);
  const { config, log } = market.ctx;
  const broken = buildContext({ config, log, db: market.ctx.db });
  await noteVisit(broken, { viewer: null, ip: '10.1.3.1', userAgent: browser }, id);
  const { db } = broken;
  broken.db = { transaction: () => ({ execute: () => Promise.reject(new Error('gone')) }) } as never;
  await expect(writeVisits(broken)).rejects.toThrow('gone');
  broken.db = db;
  expect(await writeVisits(broken)).toBe(1);
  expect(await visitsOf(id)).toBe(2);
});

test('nothing tells who looked, and a day later nothing tells one from another', async () => {
  const reader = await market.user();
  const { id } = await market.publishedListing();
  await look(id, { by: reader, ip: '203.0.113.7' });
  await visitsOf(id);
  const kept = async () => {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(m)::text as text from view_marks m union all select row_to_json(s)::text from view_salts s
      union all select row_to_json(v)::text from listing_views v where listing_id = ${id}`.execute(
      market.ctx.db,
    );
    return rows.map(({ text }) => text);
  };
  const text = (await kept()).join('\n');
  for (const trace of ['203.0.113.7', 'Firefox', reader.username]) expect(text).not.toContain(trace);
  const { rows } = await sql<{ relpersistence: string }>`
    select relpersistence from pg_class where relname in ('view_marks', 'view_salts')`.execute(market.ctx.db);
  expect(rows).toEqual([{ relpersistence: 'u' }, { relpersistence: 'u' }]);
  await market.moveClock(dayMs + 2 * hour);
  await forgetOld(market.ctx);
  expect(await kept()).toHaveLength(1);
});

test('the list of the seller has visits and favourites of every plan, the team’s list the visits', async () => {
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

/** A seller with a listing of the best plan and one of the usual, and what happened to both until yesterday. */
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
  // Today is no part of the seven days that are over.
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

/** Somebody keeps it, asks and buys. */
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

test('the plan that brings it shows seven whole days, the seven before and day by day', async () => {
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

test('whoever has no such plan sees none, and the team says which plan has it', async () => {
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
  'a week of which nothing is kept, or that is not over, is refused in words (%s)',
  async (query) => {
    const answer = await statistics(seller.token, query);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.from).toMatch(/^Escolha/);
  },
);

test('visits are forgotten when the setting says so', async () => {
  const { id } = await market.publishedListing();
  const day = await today();
  await countedOn(id, dayAfter(day, -90), 1);
  await countedOn(id, dayAfter(day, -91), 1);
  await forgetOld(market.ctx);
  expect(await visitsOf(id)).toBe(1);
});

/** Moves the clock on to the next such moment in São Paulo; 0 is Sunday. */
async function goTo(weekday: number, hourOfDay: number): Promise<void> {
  const { rows } = await sql<{ weekday: number; ms: number }>`
    select extract(dow from t)::int as weekday, extract(epoch from t - date_trunc('day', t))::int * 1000 as ms
    from (select market_now() at time zone 'America/Sao_Paulo' as t) n`.execute(market.db);
  const now = rows[0]!;
  const ahead = (weekday - now.weekday) * dayMs + hourOfDay * hour - now.ms;
  await market.moveClock(ahead > 0 ? ahead : ahead + 7 * dayMs);
  // A version of the rules that was to start meanwhile is in force.
  forgetRules(market.db);
  market.forgetCaches();
}

async function tellingsOf({ id }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from events where kind = 'listing.week_over' and subject_id = ${id}`.execute(
    market.db,
  );
  return rows[0]!.count;
}

async function noticesOf({ token }: Person): Promise<{ description: string; url: string }[]> {
  const { data } = await market.request('GET', '/notifications', { token });
  return data.items.filter(({ title }: { title: string }) => title === 'Os números da sua semana');
}

async function lettersTo({ email }: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from mails where recipient = ${email} and subject = 'Os números da sua semana'`.execute(
    market.db,
  );
  return rows[0]!.count;
}

test('the week that is over is told on Sunday morning, once, to those whose plan brings it and whom it concerns', async () => {
  await goTo(3, 12);
  const [told, muted, quiet, plain] = [
    await market.user(),
    await market.user(),
    await market.user(),
    await market.user(),
  ];
  const wednesday = await today();
  for (const [person, plan] of [
    [told, 'diamante'],
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
  await drain(market.ctx, [tellWeeks]);
  expect(await tellingsOf(told)).toBe(0);
  await goTo(0, 10);
  await Promise.all(Array.from({ length: 5 }, () => drain(market.ctx, [tellWeeks])));
  await market.drain();
  const sunday = dayAfter(wednesday, -3);
  const [dayOf, end] = [sunday, dayAfter(sunday, 6)].map((day) => `${day.slice(8)}/${day.slice(5, 7)}`);
  expect(await noticesOf(told)).toMatchObject([
    {
      description: `De ${dayOf} a ${end}: 8 visitas, 1 favorito novo, 1 pergunta e 1 venda. De cada 100 visitas, 12,5 viraram venda. O mais visto foi «Violão de estudo».`,
      url: `/conta/anuncios/semana?de=${sunday}`,
    },
  ]);
  expect(
    await Promise.all([told, muted, quiet, plain].map(async (one) => (await noticesOf(one)).length)),
  ).toEqual([1, 1, 0, 0]);
  expect(await Promise.all([told, muted, quiet, plain].map(lettersTo))).toEqual([1, 0, 0, 0]);

  // A process that was away for weeks tells the last one only.
  await market.moveClock(21 * dayMs);
  await drain(market.ctx, [tellWeeks]);
  expect(await tellingsOf(told)).toBe(1);
});
